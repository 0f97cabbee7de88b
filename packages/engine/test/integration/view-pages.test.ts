import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import type { ObservationPage } from '@inkling/engine/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';
const viewer = { agentId: 'key:1' };

describeOnEachDatabase('pages of what somebody may see', (open) => {
  let memory: Memory;
  let org: OrgMemory;
  let hidden: ReadonlySet<string>;
  beforeAll(async () => {
    memory = await createMemory({ database: await open() });
    org = memory.org('pages');
    const ids = new Set<string>();
    for (const number of Array.from({ length: 12 }, (_, at) => at)) {
      const isHidden = number % 3 === 0;
      const path = isHidden ? 'src/fraud.ts' : 'src/shop.ts';
      const { id } = await org.observations.remember({
        ...{ projectId, kind: 'exchange', sessionId: `talk-${number}`, content: `User: ${number}? Agent: ${number}!` },
        ...{ classification: isHidden ? 'restricted' : 'public', metadata: { paths: [path] } },
      });
      if (isHidden) ids.add(id);
    }
    hidden = ids;
  });
  afterAll(() => memory.close());

  const idIn = (cursor: string): string => String(JSON.parse(Buffer.from(cursor, 'base64url').toString())[1]);

  test('neither the length of a page nor its cursor tells of a hidden observation', async () => {
    const lengths: number[] = [];
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: ObservationPage = await org.inspection.observations({ projectId, viewer, limit: 3, cursor });
      lengths.push(page.rows.length);
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor !== null) expect(hidden.has(idIn(cursor))).toBe(false);
    } while (cursor !== null);
    expect(lengths).toEqual([3, 3, 2]);
    expect(new Set(seen).size).toBe(8);
    expect(seen.some((id) => hidden.has(id))).toBe(false);
    const ofOneFile = await org.inspection.observations({ projectId, viewer, limit: 1, path: 'src/fraud.ts' });
    expect(ofOneFile).toEqual({ rows: [], nextCursor: null });
  });

  test('nor do pages of talks', async () => {
    const first = await org.inspection.talks({ projectId, viewer, limit: 7 });
    expect(first.rows).toHaveLength(7);
    expect(idIn(first.nextCursor ?? '')).toBe(`${first.rows.at(-1)?.sessionId} ${projectId}`);
    const last = await org.inspection.talks({ projectId, viewer, limit: 7, cursor: first.nextCursor });
    expect(last).toMatchObject({ rows: [{ sessionId: 'talk-1' }], nextCursor: null });
  });

  test('the owner of the handle sees all of them', async () => {
    expect((await org.inspection.observations({ projectId })).rows).toHaveLength(12);
    expect((await org.inspection.talks({ projectId })).rows).toHaveLength(12);
  });
});
