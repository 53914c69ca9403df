export const obs = { title: 'OBS scenes' };
