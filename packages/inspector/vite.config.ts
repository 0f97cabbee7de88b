import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Tells the page of the code that draws: else the browser would hear of it only when it has read the few lines that ask for it. */
function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start');
        if (start?.type !== 'chunk') return [];
        return [start.fileName, ...start.imports].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), preloadStart()],
  build: {
    // Beside the compiled daemon, which serves it. Its own folder, so emptying it touches nothing else.
    outDir: '../server/dist/inspector',
    emptyOutDir: true,
    // No inline data: the content security policy that the daemon sends allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each view is a file of its own. What most of them share is one more: as many small files it was twenty requests before a view could begin.
          groups: [
            {
              name: 'ask',
              priority: 2,
              test: /src\/(?:api\/(?!use-|activity-feed|follow)|generated\/|.*-questions?\.ts|view-code|memory\/memory-filters|text\/positive-or)/,
            },
            {
              name: 'shared',
              priority: 1,
              test: /src\/(?:ui|text|projects|shell|api)\/|node_modules\/(?!sigma|graphology|events|d3-|internmap)/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:4655' } },
});
