/** A block as the oracle keeps it. */
export interface ModelRow {
  text: string;
  epoch: number;
  status: 'pending' | 'delivered' | 'acked' | 'dropped';
  reason: string | null;
  deliveryId: string | null;
  attempts: number;
  expired: boolean;
  key: string | null;
}

/** What the oracle expects of a claim. `text` null = nothing. */
export type ExpectedClaim = { readonly lost: true } | { readonly lost: false; readonly row: ModelRow | null };

/** The queue of one session in plain lists, written from the documents and not from the statements. Rows are in the order of their enqueueing. */
export interface InjectQueueModel {
  epoch: number;
  /** The last token that was given out. */
  holder: string;
  ranOut: boolean;
  rows: ModelRow[];
}

const isOpen = ({ status }: ModelRow): boolean => status === 'pending' || status === 'delivered';

/** Enqueues; false when the answer must be null. */
export function modelEnqueue(model: InjectQueueModel, text: string, key: string | null): boolean {
  const known = model.rows.filter((row) => row.text === text);
  const older = known.find((row) => isOpen(row) && row.epoch < model.epoch);
  const unseen = known.find((row) => row.epoch === model.epoch && row.status === 'dropped' && row.deliveryId === null);
  const replaced = older ?? unseen;
  const isDouble = known.some((row) => row !== replaced && (row.epoch === model.epoch || isOpen(row)));
  if (isDouble) return false;
  for (const row of model.rows) {
    if (row !== replaced && row.status === 'pending' && key !== null && row.key === key) drop(row, 'superseded');
  }
  model.rows = model.rows.filter((row) => row !== replaced);
  const fresh = { status: 'pending', reason: null, deliveryId: null, attempts: 0, expired: false } as const;
  model.rows.push({ ...fresh, text, key, epoch: model.epoch });
  return true;
}

/** Claims for a token, first acknowledging a delivery when one is given. The caller fills in a fresh row's delivery id. */
export function modelClaim(model: InjectQueueModel, token: string, ack: string | null = null): ExpectedClaim {
  if (model.holder !== token || model.ranOut) return { lost: true };
  const flown = model.rows.find((row) => row.status === 'delivered');
  if (flown && flown.deliveryId === ack) flown.status = 'acked';
  for (const row of model.rows) if (isOpen(row) && row.expired) drop(row, 'expired');
  const row =
    model.rows.find(({ status }) => status === 'delivered') ?? model.rows.find(({ status }) => status === 'pending');
  if (!row) return { lost: false, row: null };
  Object.assign(row, { status: 'delivered', epoch: model.epoch, attempts: row.attempts + 1 });
  return { lost: false, row };
}

/** A heartbeat: its holder has the lock again, and then claims. */
export function modelHeartbeat(model: InjectQueueModel, token: string, ack: string | null): ExpectedClaim {
  if (model.holder === token) model.ranOut = false;
  return modelClaim(model, token, ack);
}

/** Acknowledges and answers the outcome. */
export function modelAck(model: InjectQueueModel, deliveryId: string): string {
  const row = model.rows.find((candidate) => candidate.deliveryId === deliveryId);
  if (!row) return 'unknown-delivery';
  if (row.status !== 'delivered') return row.status === 'acked' ? 'already-acked' : 'dropped';
  row.status = 'acked';
  return 'acked';
}

function drop(row: ModelRow, reason: string): void {
  row.status = 'dropped';
  row.reason = reason;
}
