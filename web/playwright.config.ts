import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig, devices } from '@playwright/test';

// Whole games with a real browser against the real server. The browser is the system's.
const browser = process.env.CHROMIUM ?? '/usr/bin/chromium';
const port = Number(process.env.DUSTUP_TEST_PORT ?? 7399);
const program = process.env.DUSTUP_BIN ?? '../target/debug/dustup';
// A server that runs already, such as the one that Vite runs while the client is being worked on.
const running = process.env.DUSTUP_URL;
const data = join(mkdtempSync(join(tmpdir(), 'dustup-e2e-')), 'dustup.sqlite');

if (!existsSync(browser)) {
  throw new Error(`there is no browser at ${browser}; install Chromium or set CHROMIUM to where it is`);
}

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    actionTimeout: 30_000,
    trace: 'retain-on-failure',
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: browser,
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: /phone/, use: { ...devices['Desktop Chrome'], viewport: { width: 1360, height: 860 } } },
    { name: 'phone', testMatch: /phone/, use: { ...devices['Desktop Chrome'], viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true } },
  ],
  webServer: running ? undefined : {
    command: `${program} serve --listen 127.0.0.1:${port} --data ${data} --unlimited`,
    url: `http://127.0.0.1:${port}/healthz`,
    reuseExistingServer: false,
    timeout: 30_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 6_000 },
  },
});
