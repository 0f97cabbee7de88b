import { beforeAll, describe, expect, test } from 'vitest';
import type { Database, Statement } from '../../src/base/database/database.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ID = '018f3c5e-0000-7000-8000-000000000001';

/** One row in every table, the same but for the organisation. A new table fails the first test until it is added here. */
const ROWS: Readonly<Record<string, string>> = {
  observations: `insert into observations (org_id, id, agent_id, kind, content, content_hash, source, simhash)
    values ($1, '${ID}', 'a', 'explicit', 'c', 'h', 'api', 0)`,
  observation_paths: `insert into observation_paths (org_id, path, observation_id, created_at)
    values ($1, 'src/a.ts', '${ID}', now())`,
  observation_embeddings: `insert into observation_embeddings
      (org_id, observation_id, model_id, dimension, components, scale)
    values ($1, '${ID}', 'm', 1, '\\x01', 1)`,
  observation_tombstones: `insert into observation_tombstones (org_id, observation_id, content_hash)
    values ($1, '${ID}', 'h')`,
  import_cursors: `insert into import_cursors (org_id, source, cursor) values ($1, 'git', '{}')`,
  context_injection_logs: `insert into context_injection_logs
      (org_id, id, session_id, work_type, budget_tokens, actual_tokens, query_text)
    values ($1, '${ID}', 's', 'feature', 1, 1, 'q')`,
  sessions: `insert into sessions (org_id, id) values ($1, 's')`,
  session_work_items: `insert into session_work_items (org_id, session_id) values ($1, 's')`,
  session_memory_injects: `insert into session_memory_injects (org_id, session_id, epoch, content_hash, id, text)
    values ($1, 's', 0, 'h', '${ID}', 't')`,
  session_verb_events: `insert into session_verb_events
      (org_id, id, session_id, tool, phase, outcome, elapsed_ms, lag_ms, actual_tokens, created_at)
    values ($1, '${ID}', 's', 'Edit', 'post-verb', 'no-match', 1, 0, 0, now())`,
  session_activities: `insert into session_activities (org_id, session_id, seq, id, type, body, occurred_at)
    values ($1, 's', 1, '${ID}', 'thought', '{}', now())`,
  project_memory_config: `insert into project_memory_config (org_id, updated_by) values ($1, 'a')`,
  org_plan_features: `insert into org_plan_features (org_id, feature, enabled, updated_by) values ($1, 'kg_enabled', true, 'a')`,
  context_budget_overrides: `insert into context_budget_overrides (org_id, work_type, budget_tokens, updated_by)
    values ($1, 'feature', 1, 'a')`,
  recall_matrix_overrides: `insert into recall_matrix_overrides (org_id, work_type, graph, updated_by)
    values ($1, 'feature', true, 'a')`,
  observation_retention: `insert into observation_retention (org_id, kind, days, updated_by) values ($1, '*', 30, 'a')`,
  extraction_usage: `insert into extraction_usage (org_id, day, calls, tokens) values ($1, '2026-11-22', 1, 1)`,
  extraction_runs: `insert into extraction_runs (org_id, session_id, day, model_id, reserved_tokens)
    values ($1, 's', '2026-11-22', 'm', 1)`,
  api_keys: `insert into api_keys (org_id, id, secret_hash, role, name, created_by)
    values ($1, 'k', 'h', 'agent', 'n', 'a')`,
  config_changes: `insert into config_changes (org_id, id, actor, subject, field) values ($1, '${ID}', 'a', 'plan', 'f')`,
  change_chain_heads: `insert into change_chain_heads (org_id) values ($1)`,
  experiments: `insert into experiments (org_id, id, withhold, started_by) values ($1, '${ID}', 0.5, 'a')`,
  session_evidence: `insert into session_evidence (org_id, session_id, source, says, occurred_at)
    values ($1, 's', 'verdict', 'accepted', now())`,
  observation_uses: `insert into observation_uses (org_id, observation_id, identity, evidence, base, occurred_at)
    values ($1, '${ID}', 'base', 'base', 1, now())`,
  graph_nodes: `insert into graph_nodes (org_id, id, type, name) values ($1, '${ID}', 'Module', 'a')`,
  graph_edges: `insert into graph_edges (org_id, source_id, relationship_name, target_id)
    values ($1, '${ID}', 'calls', '${ID}')`,
  graph_files: `insert into graph_files (org_id, path, content_hash, extractor_version) values ($1, 'a.ts', 'h', 1)`,
  graph_weight_history: `insert into graph_weight_history (org_id, id, node_id, session_id, outcome, old_weight, new_weight)
    values ($1, '${ID}', '${ID}', 's', 'accepted', 0.5, 0.55)`,
  org_policies: `insert into org_policies (org_id, name, text, version, updated_by) values ($1, 'p', 't', 1, 'a')`,
  org_policy_versions: `insert into org_policy_versions (org_id, version) values ($1, 1)`,
  observation_weight_history: `insert into observation_weight_history
      (org_id, id, observation_id, cause, old_weight, new_weight)
    values ($1, '${ID}', '${ID}', 'helpful', 1, 1.3)`,
  session_retrievals: `insert into session_retrievals (org_id, id, session_id, observation_ids, unweighted_ranks,
      weighted_ranks, relevances, scores, weights)
    values ($1, '${ID}', 's', '{${ID}}', '{1}', '{1}', '{0.5}', '{0.5}', '{1}')`,
  talk_amendments: `insert into talk_amendments (org_id, session_id, amends_session_id, amended_at)
    values ($1, 's', 'r', now())`,
  project_fingerprints: `insert into project_fingerprints (org_id, project_id, technologies) values ($1, 'p', '{}')`,
  transfer_grants: `insert into transfer_grants (org_id, source_project_id, destination_project_id, granted_by)
    values ($1, 'p', 'q', 'a')`,
};
const TABLES = Object.keys(ROWS);

const insertRow = (table: string, orgId: string): Statement => ({ text: ROWS[table]!, values: [orgId] });

describeOnEachDatabase('isolation of organisations', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    for (const orgId of ['mine', 'theirs']) {
      await database.tenant(orgId).batch(TABLES.map((table) => insertRow(table, orgId)));
    }
  });
  const countOf = async (table: string, orgId: string): Promise<unknown> => {
    const text = `select count(*)::int as n from ${table} where org_id = $1`;
    const [row] = await database.operator.query({ text, values: [orgId] });
    return row?.['n'];
  };

  test('every tenant table is tried', async () => {
    const rows = await database.operator.query({
      text: `select relname as name from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace and relrowsecurity order by 1`,
      values: [],
    });
    expect(rows.map((row) => row['name'])).toEqual(TABLES.toSorted());
  });

  describe.each(TABLES)('%s', (table) => {
    test('a statement without a filter sees only its own organisation', async () => {
      const rows = await database.tenant('mine').query({ text: `select org_id from ${table}`, values: [] });
      expect(rows).toEqual([{ org_id: 'mine' }]);
    });

    test('a statement for another organisation finds nothing', async () => {
      const text = `select org_id from ${table} where org_id = $1`;
      expect(await database.tenant('mine').query({ text, values: ['theirs'] })).toEqual([]);
    });

    test('a row of another organisation cannot be written', async () => {
      const written = database.tenant('mine').query(insertRow(table, 'smuggled'));
      await expect(written).rejects.toMatchObject({ code: 'database-failed', details: { sqlstate: '42501' } });
      expect(await countOf(table, 'smuggled')).toBe(0);
    });

    test('an update and a delete for another organisation change nothing', async () => {
      const changed = await database.tenant('mine').batch([
        { text: `update ${table} set org_id = org_id where org_id = $1 returning org_id`, values: ['theirs'] },
        { text: `delete from ${table} where org_id = $1 returning org_id`, values: ['theirs'] },
      ]);
      expect(changed).toEqual([[], []]);
      expect(await countOf(table, 'theirs')).toBe(1);
    });

    test('a row cannot be moved to another organisation', async () => {
      const moved = database.tenant('mine').query({ text: `update ${table} set org_id = 'elsewhere'`, values: [] });
      await expect(moved).rejects.toMatchObject({ details: { sqlstate: '42501' } });
      expect(await countOf(table, 'mine')).toBe(1);
    });
  });

  test('a view shows only its own organisation', async () => {
    const views = await database.operator.query<{ name: string }>({
      text: `select viewname as name from pg_views where schemaname = current_schema()`,
      values: [],
    });
    expect(views).toEqual([{ name: 'retrieval_ab_logs' }]);
    for (const { name } of views) {
      const mine = { text: `select org_id from ${name}`, values: [] };
      expect(await database.tenant('mine').query(mine)).toEqual([{ org_id: 'mine' }]);
      const theirs = { text: `select org_id from ${name} where org_id = $1`, values: ['theirs'] };
      expect(await database.tenant('mine').query(theirs)).toEqual([]);
    }
  });

  test('the migrations are out of reach', async () => {
    const read = database.tenant('mine').query({ text: 'select number from inkling_migrations', values: [] });
    await expect(read).rejects.toMatchObject({ details: { sqlstate: '42501' } });
  });

  test.each(['', 'a\0b', 'a\ud800'])('%j is not an organisation', (orgId) => {
    expect(() => database.tenant(orgId)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});
