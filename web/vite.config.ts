import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env['API_PROXY'] ?? 'http://127.0.0.1:3000';

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|@tanstack|@emotion|stylis|@babel|@mui\/(system|styled-engine|utils|private-theming)|@mui\/joy\/(styles|Button))\//;

export default defineConfig({
  root: here('.'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      addExtensions: true,
      routesDirectory: here('src/routes'),
      generatedRouteTree: here('src/routeTree.gen.ts'),
      tmpDir: here('.tanstack'),
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
  ],
  // The renderer of the landing page runs in Node, which cannot load Joy's modules as they are published.
  ssr: { noExternal: true },
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // What loads what: the size budgets are checked on it.
    manifest: true,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs and what changes with our dependencies only: one file that stays cached.
            { name: 'framework', test: FRAMEWORK },
          ],
        },
        // Editor code has a folder of its own, so that caches can treat it apart from the shell.
        chunkFileNames: (chunk) =>
          isEditor(chunk.moduleIds) ? 'assets/ed/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
});

/** True for a chunk that holds nothing of the shell but an editor's code. */
function isEditor(modules: readonly string[]): boolean {
  return modules.some((id) => /node_modules\/(monaco-editor|@monaco-editor|@codemirror|@lezer|@replit)\//.test(id));
}
