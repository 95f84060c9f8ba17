import { defineConfig } from 'vitest/config';

const source = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  resolve: {
    alias: {
      '@spillway/core': source('./packages/core/src/index.ts'),
      '@spillway/gateway': source('./packages/gateway/src/index.ts'),
    },
  },
  test: { include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
});
