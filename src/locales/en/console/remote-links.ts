export const remoteLinks = { title: 'Remotes, buttons' };
