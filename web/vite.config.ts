import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env['API_PROXY'] ?? 'http://127.0.0.1:3000';

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
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      output: {
        // Editor code has a folder of its own, so that caches can treat it apart from the shell.
        chunkFileNames: (chunk) =>
          isEditor(chunk.moduleIds) ? 'assets/ed/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
});

/** True for a chunk that holds nothing of the shell but an editor's code. */
function isEditor(modules: readonly string[]): boolean {
  return modules.some((id) => /node_modules\/(monaco-editor|@monaco-editor|@codemirror|@lezer)\//.test(id));
}
