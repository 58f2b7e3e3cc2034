import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server that answers while the client is being worked on: `cargo run`.
const server = process.env.DUSTUP_SERVER ?? 'http://127.0.0.1:7311';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.DUSTUP_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  // Whole games in a browser are Playwright's.
  test: { include: ['src/**/*.test.ts'] },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
