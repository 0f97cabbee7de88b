/** One thing that a team's agents remembered. */
export interface Statement {
  readonly content: string;
  readonly kind: string;
  readonly paths?: readonly string[];
  readonly more?: Readonly<Record<string, unknown>>;
}

/** What a small team's agents remembered, the newest first. */
export const STATEMENTS: readonly Statement[] = [
  {
    kind: 'decision',
    content:
      'The session cookie is set by the gateway, not by the auth service: the gateway alone knows the public host name.',
    paths: ['src/gateway/session-cookie.ts', 'src/auth/login.ts'],
    more: { pinned: true },
  },
  {
    kind: 'error',
    content:
      'The token refresh loops for ever when the clock of the client is more than five minutes ahead; compare with the server time in the Date header.',
    paths: ['src/auth/refresh-token.ts'],
  },
  {
    kind: 'convention',
    content: 'Every handler of src/http returns a coded problem; nothing throws a bare Error past the router.',
    paths: ['src/http/router.ts'],
  },
  {
    kind: 'decision',
    content: 'Refunds are idempotent by the key (order, attempt): a retry of the provider must not pay twice.',
    paths: ['src/refunds/create-refund.ts'],
  },
  {
    kind: 'error',
    content:
      'The refund webhook arrives before the answer of the create call; look the order up by the provider reference.',
    paths: ['src/refunds/webhook.ts', 'src/refunds/create-refund.ts'],
  },
  {
    kind: 'session_summary',
    content:
      'Moved rate limiting from the handlers into the gateway; the limits are in config/limits.yaml and are read once at start.',
    paths: ['src/gateway/rate-limit.ts', 'config/limits.yaml'],
  },
  {
    kind: 'commit',
    content: 'Refresh tokens rotate on use; an old one that comes again ends the family of tokens.',
    paths: ['src/auth/refresh-token.ts'],
  },
  {
    kind: 'convention',
    content: 'Migrations are numbered and never edited; a change is a new file.',
    paths: ['db/migrations/0001-orders.sql'],
  },
  {
    kind: 'decision',
    content: 'Amounts are integers in the smallest unit of the currency; floats never touch money.',
    paths: ['src/money/amount.ts'],
    more: { classification: 'public' },
  },
  {
    kind: 'error',
    content:
      'Deleting a customer fails when an invoice is open: the foreign key is deferred, so the error comes at commit.',
    paths: ['src/customers/delete-customer.ts'],
  },
  {
    kind: 'explicit',
    content: 'The staging provider sends webhooks twice on purpose. It is not a bug of ours.',
    paths: ['src/refunds/webhook.ts'],
  },
  {
    kind: 'decision',
    content: 'The fraud rules of the card schemes are confidential and stay in this project.',
    paths: ['src/fraud/rules.ts'],
    more: { classification: 'confidential' },
  },
  {
    kind: 'convention',
    content: 'The retry limit of the webhook queue is 5 attempts.',
    paths: ['src/refunds/webhook.ts'],
  },
  {
    kind: 'convention',
    content: 'The retry limit of the webhook queue is 8 attempts.',
    paths: ['src/refunds/webhook.ts'],
  },
];
