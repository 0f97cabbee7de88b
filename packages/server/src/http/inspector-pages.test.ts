import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestEnv } from './caller.ts';
import { inspectorPages, readInspectorFiles } from './inspector-pages.ts';

import path from 'node:path';

let folder: string;
let app: Hono<RequestEnv>;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-inspector-'));
  const built = path.join(folder, 'inspector');
  mkdirSync(path.join(built, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'secret.js'), 'secret');
  writeFileSync(path.join(built, 'index.html'), '<!doctype html><title>Inkling</title>');
  writeFileSync(path.join(built, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(path.join(built, 'notes.map'), '{}');
  app = new Hono<RequestEnv>();
  const files = readInspectorFiles(built);
  inspectorPages(app, () => files);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('answers each view with the one page, under a policy that allows files of its own origin only', async () => {
  for (const view of ['/', '/sessions', '/sessions/s-1/context', '/admin/memory/policies', '/memory/%2e%2e']) {
    const response = await app.request(view);
    expect([view, response.status, await response.text()]).toEqual([view, 200, expect.stringContaining('<title>')]);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  }
});

test('lets browsers keep what is named by its content, and compresses for those that can', async () => {
  const response = await app.request('/assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('export {};');
});

test('answers no path that leads out of its folder, no other kind of file and no other method', async () => {
  const refused = ['/../secret.js', '/assets/../../secret.js', '/%2e%2e/secret.js', '/assets/..%2f..%2fsecret.js'];
  for (const each of [...refused, '/notes.map', '/v1/sessions', '/assets/', '/etc/passwd', '/sessionsx']) {
    const response = await app.request(`http://localhost${each}`);
    expect([each, response.status]).toEqual([each, 404]);
  }
  expect((await app.request('/sessions', { method: 'POST' })).status).toBe(404);
});

test('is not there when the web app was not built', () => {
  expect(readInspectorFiles(path.join(folder, 'nowhere')).size).toBe(0);
});
