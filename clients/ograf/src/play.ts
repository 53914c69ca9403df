/**
 * The script of `play.html`: loads and plays the graphic by itself, for a browser source of OBS or vMix. The fragment
 * of the address has its data: `#view=full-page&address=https://…/b/LINK/btn_…/now`. Browsers do not send a fragment to
 * the server.
 */
import LecternGraphic from './graphic.ts';

customElements.define('lectern-graphic', LecternGraphic);
const graphic = new LecternGraphic();
document.body.append(graphic);
const data = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const renderCharacteristics = { resolution: { width: innerWidth, height: innerHeight }, frameRate: 60 };
const loaded = await graphic.load({ data, renderType: 'realtime', renderCharacteristics });
const played = loaded.statusCode === 200 ? await graphic.playAction() : loaded;
if (played.statusCode !== 200) document.body.append(played.statusMessage ?? `${played.statusCode}`);
