import type { Row, Statement, TenantDatabase } from './database.ts';

/** One entry of the change log: who changed what, and into what. */
export interface ChangeEntry {
  readonly id: string;
  readonly actor: string;
  readonly subject: string;
  readonly field: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** The statement that writes an entry; to be given to {@link withChangeChain}. */
export function noteChange(orgId: string, change: ChangeEntry): Statement {
  const { id, actor, subject, field, oldValue, newValue } = change;
  return {
    text: `
      insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
      values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, clock_timestamp())`,
    values: [orgId, id, actor, subject, field, asJson(oldValue), asJson(newValue)],
  };
}

const asJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/**
 * Runs statements that write to the change log, and numbers and hashes their entries, in one transaction. Every write to the log goes through here.
 * Those of one organisation run one after the other, so each sees what the ones before it have written. Answers the rows of each statement.
 */
export async function withChangeChain(tenant: TenantDatabase, statements: readonly Statement[]): Promise<Row[][]> {
  const { orgId } = tenant;
  const results = await tenant.batch([
    { text: LOCK_HEAD, values: [orgId] },
    ...statements,
    { text: SEAL, values: [orgId] },
  ]);
  return results.slice(1, -1);
}

/** As {@link withChangeChain}, for one statement. */
export async function logged<Result extends Row>(tenant: TenantDatabase, statement: Statement): Promise<Result[]> {
  const [rows] = await withChangeChain(tenant, [statement]);
  return (rows ?? []) as Result[];
}

// A statement of its own, and the first: the next one sees what those before it in the line have written.
const LOCK_HEAD = `
  insert into change_chain_heads (org_id) values ($1)
  on conflict (org_id) do update set seq = change_chain_heads.seq`;

/** What an entry's hash is of, beside the hash before it. jsonb is written in one form, and the moment as a number, whatever the connection's settings are. */
const CONTENT = `jsonb_build_array(c.org_id, c.id, c.actor, c.subject, c.field, c.old_value, c.new_value,
  (extract(epoch from c.created_at) * 1000000)::bigint)::text`;

const hashOf = (before: string): string => `encode(sha256(convert_to(${before} || ${CONTENT}, 'UTF8')), 'hex')`;

// Only what this transaction wrote: an entry that came otherwise stays without a hash, and is found.
const SEAL = `
  with recursive open as (
    select c.*, row_number() over (order by c.created_at, c.id) as place from config_changes c
    where c.org_id = $1 and c.seq is null and c.xmin = pg_current_xact_id()::xid
  ), chain as (
    select h.seq, h.hash, 0::bigint as place, null::uuid as id from change_chain_heads h where h.org_id = $1
    union all
    select chain.seq + 1, ${hashOf('chain.hash')}, c.place, c.id from chain join open c on c.place = chain.place + 1
  ), sealed as (
    update config_changes c set seq = chain.seq, hash = chain.hash from chain where c.org_id = $1 and c.id = chain.id
  )
  update change_chain_heads h set seq = chain.seq, hash = chain.hash
  from (select seq, hash from chain order by place desc limit 1) chain where h.org_id = $1`;

/** Where the change log is not what was written. */
export interface BrokenChange {
  /** The number of the entry; null = the entry has none. */
  readonly seq: number | null;
  /** null = there is no entry of that number. */
  readonly id: string | null;
  /** `changed`: its hash is not of what it says, or of what stood before it. `missing`: an entry before it, or at the end, is gone. `unsealed`: it was not written by this program. `rewritten`: no entry has the head that was kept. */
  readonly why: 'changed' | 'missing' | 'unsealed' | 'rewritten';
}

/** What the change log's chain is worth. */
export interface VerifiedChanges {
  readonly entries: number;
  /** The hash of the last entry: kept elsewhere, it shows later that nobody has written the whole chain anew. '' = there is no entry. */
  readonly head: string;
  /** The first that is not as it was written; null = all are. */
  readonly broken: BrokenChange | null;
}

/**
 * Computes every hash of an organisation's change log anew, and says where the first one differs; with the head of an earlier time also whether that entry is
 * still there.
 */
export async function verifyChanges(tenant: TenantDatabase, knownHead: string | null = null): Promise<VerifiedChanges> {
  const [row] = await tenant.query<VerifiedChanges & Row>({
    text: `
      with entry as (
        select c.id, c.seq, c.hash, coalesce(lag(c.seq) over w, 0) as seq_before, ${hashOf(`coalesce(lag(c.hash) over w, '')`)} as wanted
        from config_changes c where c.org_id = $1 and c.seq is not null window w as (order by c.seq)
      ), head as (
        select coalesce(max(seq), 0) as seq, coalesce(max(hash), '') as hash from change_chain_heads where org_id = $1
      ), last as (
        select coalesce(max(seq), 0) as seq from entry
      ), broken as (
        select seq, id::text, case when seq <> seq_before + 1 then 'missing' else 'changed' end as why, seq as place from entry
        where hash is distinct from wanted or seq <> seq_before + 1
        union all
        select head.seq, null, 'missing', head.seq from head, last where head.seq <> last.seq
        union all
        select entry.seq, entry.id::text, 'changed', entry.seq from entry, head, last
        where entry.seq = last.seq and head.seq = last.seq and entry.hash <> head.hash
        union all
        select null, c.id::text, 'unsealed', null from config_changes c where c.org_id = $1 and c.seq is null
        union all
        select null, null, 'rewritten', null where $2::text is not null and not exists (
          select from config_changes c where c.org_id = $1 and c.hash = $2)
      )
      select (select count(*)::int from config_changes where org_id = $1) as entries, (select hash from head) as head,
        (select jsonb_build_object('seq', b.seq, 'id', b.id, 'why', b.why) from broken b order by b.place nulls last limit 1) as broken`,
    values: [tenant.orgId, knownHead],
  });
  return row ?? { entries: 0, head: '', broken: null };
}
