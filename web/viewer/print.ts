import './print.css';
