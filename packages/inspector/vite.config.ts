import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    // Beside the compiled daemon, which serves it. Its own folder, so emptying it touches nothing else.
    outDir: '../server/dist/inspector',
    emptyOutDir: true,
    // No inline data: the content security policy that the daemon sends allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Each view is a chunk of its own; the largest is the library of the charts.
    chunkSizeWarningLimit: 450,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:4655' } },
});
