// Settings that only this folder needs: in a project of your own leave this file out.

export default {
  // Without a package.json here, all examples would share one.
  cacheDir: 'node_modules/.vite',
  server: { host: '127.0.0.1' },
};
