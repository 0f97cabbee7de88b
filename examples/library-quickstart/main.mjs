// The library in one file: remember, recall, build the block for a session. The README shows the region below.
import assert from 'node:assert/strict';

// #region shown
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';

const memory = await createMemory({ database: await openPglite() });
const org = memory.org('acme');

await org.observations.remember({
  projectId: 'shop',
  content: 'Auth middleware: a request without the session header is a guest. Never read user.id before that check.',
  kind: 'decision',
  metadata: { paths: ['src/auth/middleware.ts'] },
});

const block = await org.buildSessionMemoryBlock({
  sessionId: 'ses_1',
  workType: 'bug_fix',
  projectId: 'shop',
  queryText: 'fix null pointer in auth middleware',
});
console.log(block.block);

await memory.close();
// #endregion

const lines = block.block.split('\n');
assert.ok(lines.includes('## Relevant Past Observations'));
assert.equal(block.observationIds.length, 1);
assert.ok(
  lines.at(-1)?.startsWith(`- [${block.observationIds[0]}] Auth middleware: a request without the session header`),
);
assert.ok(block.actualTokens <= 750, 'a bug_fix block stays within 750 tokens');
