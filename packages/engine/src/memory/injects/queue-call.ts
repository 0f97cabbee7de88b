import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import { sqlState } from '../../base/database/postgres/postgres-failure.ts';
import { groupCalls } from '../../base/threads/group-calls.ts';

/** A kind of call of the queue: one statement, and what its rows mean. */
export interface QueueCall<Entry, Answer, Answered extends Row> {
  statement(orgId: string, entry: Entry): Statement;
  answer(row: Answered | undefined, entry: Entry): Answer;
}

const UNIQUE_VIOLATION = '23505';
const ATTEMPTS = 8;

/**
 * Runs a statement of the queue. Two claims of one holder at the same moment can choose two blocks; then the index on blocks in flight refuses the
 * second, which asks again and sees the first. It happened 0 to 2 times in runs of thousands of claims; eight times in a row is a fault.
 */
async function run(tenant: TenantDatabase, statement: Statement, background: boolean): Promise<Row | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = await tenant.query(statement, { background });
      return row;
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Makes a call by itself. With `background` it gives way to what somebody waits for. */
export async function callAlone<Entry, Answer, Answered extends Row>(
  tenant: TenantDatabase,
  call: QueueCall<Entry, Answer, Answered>,
  entry: Entry,
  { background = false }: { readonly background?: boolean } = {},
): Promise<Answer> {
  const row = await run(tenant, call.statement(tenant.orgId, entry), background);
  return call.answer(row as Answered | undefined, entry);
}

/**
 * A group waits half a second for a lock, which is less than PostgreSQL takes to look for a deadlock. So whoever holds a session for long keeps the
 * others waiting once, and where a group and a forgetting wait for each other it is the group that gives up. Each of its calls then waits by itself.
 */
const GIVE_WAY: Statement = {
  name: 'injects_give_way',
  text: `select set_config('lock_timeout', '500', true)`,
  values: [],
};

/** Makes calls of one kind for different sessions in one transaction when they are made at the same moment. A session's keep their order. */
export function callsInGroups<Entry extends { readonly sessionId: string }, Answer, Answered extends Row>(
  tenant: TenantDatabase,
  call: QueueCall<Entry, Answer, Answered>,
): (entry: Entry) => Promise<Answer> {
  const { orgId } = tenant;
  const row = groupCalls<Entry, Row | undefined>({
    keyOf: ({ sessionId }) => sessionId,
    async together(entries) {
      const [, ...answers] = await tenant.batch([GIVE_WAY, ...entries.map((entry) => call.statement(orgId, entry))]);
      return answers.map(([first]) => first);
    },
    alone: (entry) => run(tenant, call.statement(orgId, entry), false),
    mayBeOnes: (error) => sqlState(error) !== undefined,
  });
  return async (entry) => call.answer((await row(entry)) as Answered | undefined, entry);
}
