import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

// Every secret is built here from pieces, so that no scanner of repositories mistakes this file for a leak.
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Characters that look random and are the same on every run. */
function random(length: number, seed: string, alphabet = ALPHANUMERIC): string {
  let text = '';
  for (let block = 0; text.length < length; block++) {
    for (const byte of createHash('sha256').update(`${seed}${block}`).digest())
      text += alphabet[byte % alphabet.length];
  }
  return text.slice(0, length);
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const HEX = '0123456789abcdef';
const base64url = (value: string): string => Buffer.from(value).toString('base64url');
const pem = (label: string): string =>
  ['-----BEGIN ', label, '-----\n', random(64, 'p1'), '\n', random(64, 'p2'), '\n-----END ', label, '-----'].join('');
const jwt = [base64url('{"alg":"HS256","typ":"JWT"}'), base64url('{"sub":"1234567890"}'), random(43, 'jwt')].join('.');

/** The text around a secret, the secret, the text after it, and the kind it is reported as. */
const PLANTED: readonly (readonly [before: string, secret: string, after: string, kind: string])[] = [
  ['The deploy used ', `AKIA${random(16, '1', UPPER)}`, ' by mistake', 'aws-key'],
  ['Temporary key ', `ASIA${random(16, '2', UPPER)}`, '.', 'aws-key'],
  ['aws_secret_access_key = ', `${random(20, '3')}/${random(19, '4')}`, '', 'api-key'],
  ['AWS_SECRET_ACCESS_KEY="', `${random(12, '5')}+${random(27, '6')}`, '"', 'api-key'],
  ['', pem('RSA PRIVATE KEY'), '', 'private-key'],
  ['key:\n', pem('OPENSSH PRIVATE KEY'), '\ndone', 'private-key'],
  ['', pem('EC PRIVATE KEY'), '', 'private-key'],
  ['', pem('PRIVATE KEY'), '', 'private-key'],
  ['', pem('PGP PRIVATE KEY BLOCK'), '', 'private-key'],
  ['log was cut: ', `-----BEGIN PRIVATE ${'KEY'}-----\n${random(64, '7')}\n${random(30, '8')}`, '', 'private-key'],
  ['token in the test was ', jwt, '', 'jwt'],
  ['sent as session-', jwt, '', 'jwt'],
  ['Authorization: Bearer ', random(40, '9'), '', 'bearer-token'],
  [
    'curl -H "Authorization: Basic ',
    Buffer.from('admin:hunter42').toString('base64'),
    '" https://x.test',
    'bearer-token',
  ],
  ['ACME_TOKEN: ', ['SPEQLkYTdkntd', 'hBrXQlq'].join(''), '', 'api-key'],
  ['acme_secretkey=', random(32, 'sk', HEX), '', 'api-key'],
  ['acme_PAT = "', random(30, 'pat'), '"', 'api-key'],
  ['export ACME SECRET ', random(32, 'as', ALPHANUMERIC), ' and go', 'api-key'],
  ['acme_SECRET: ', ['CATFG8AA', 'TYBYV8GE', 'NAESMBCO', 'QPA2KKV0'].join('-'), '', 'api-key'],
  ['acme-secret = "', ['rgn90yca', 'ealm', 'wubp', 'anbd', 'xwme6ioixe7z'].join('-'), '"', 'api-key'],
  ['key64: ', Buffer.from(pem('EC PRIVATE KEY')).toString('base64'), '', 'private-key'],
  // Of no vendor: what stands around them says what they are.
  ['mycli --token ', random(32, 'l1', HEX), ' deploy', 'api-key'],
  ["client.authenticate('", random(40, 'l2'), "')", 'api-key'],
  ['os.environ["ACME_SECRET"] = "', random(32, 'l3'), '"', 'api-key'],
  ['setx ACME_KEY ', random(32, 'l4', HEX), '', 'api-key'],
  ['CLIENT_SECRET=', 'qzkvjwxbhtrmndlcpgfqzsvkwyxjthbn', '', 'api-key'],
  ['| API token | ', random(32, 'l5'), ' |', 'api-key'],
  ['Authorization: ApiKey ', random(32, 'l6'), '', 'api-key'],
  ['Cookie: sessionid=', random(40, 'l7'), '; a=b', 'api-key'],
  ['https://hooks.acme.example/services/', random(24, 'l8'), '', 'api-key'],
  ['credentials = {"id": "a", "key": "', random(32, 'l9'), '"}', 'api-key'],
  ['the token ', `wbx_${random(40, 'l10', HEX)}`, ' expired', 'api-key'],
  ['**Password:** ', `s3cr${'3t-pw'}`, '', 'password'],
  ['Passwort: ', `s3cr${'3t-pw'}`, '', 'password'],
  ["create role ada; alter ROLE ada PASSWORD '", 'swordfish', "'", 'password'],
  ['requirepass ', `s3cr${'3t-pw'}`, '', 'password'],
  ['set password=', `hunter${2}hunter`, ' in the env', 'password'],
  ['password: "', ['correct', 'horse', 'battery'].join(' '), '"', 'password'],
  ['DB_PASSWORD=', `Tr0ub4dor&${3}`, '\nNEXT=1', 'password'],
  ["{'password': '", `s3cr${'3t-pw'}`, "'}", 'password'],
  ['"passwd": "', `letMe${'In99'}`, '", "x": 1', 'password'],
  ['the password is ', `qwerty${12345}`, ' on staging', 'password'],
  ['mysqladmin --password ', `pa55${'phrase!'}`, ' status', 'password'],
  ['PGPASSWORD=', `xk29${'dLq1'}`, ' psql', 'password'],
  ['pwd => "', `Winter${2025}!`, '"', 'password'],
  ['curl -u ', `deploy:${'s3cretPass'}`, ' https://x.test', 'password'],
  ['api_key: ', random(32, '10'), '', 'api-key'],
  ['apiKey = "', random(24, '11'), '"', 'api-key'],
  ['X-Api-Key: ', random(40, '12', HEX), '', 'api-key'],
  ['client_secret=', random(36, '13'), '&grant=x', 'api-key'],
  ['"auth_token": "', random(40, '14'), '"', 'api-key'],
  ['SESSION_SECRET=', random(48, '15', HEX), '', 'api-key'],
  ['ENCRYPTION_KEY: ', `${random(43, '16')}=`, '', 'api-key'],
  ['DATABASE_URL=postgres://', `app:${random(14, '17')}`, '@db.internal:5432/app', 'url-credentials'],
  ['redis://', `:${random(20, '18')}`, '@cache:6379', 'url-credentials'],
  ['git clone https://', `bot:${random(30, '19')}`, '@git.internal/a.git', 'url-credentials'],
  ['mongodb+srv://', `root:${random(10, '20')}`, '@cluster0.mongodb.net/x', 'url-credentials'],
  ['', `sk-ant-${'api03-'}${random(93, '21')}AA`, '', 'anthropic-key'],
  ['OPENAI key ', `sk-${'proj-'}${random(64, '22')}`, ' leaked', 'openai-key'],
  ['old style ', `sk-${random(48, '23')}`, '', 'openai-key'],
  ['', `AIza${random(35, '24')}`, ' in the manifest', 'google-key'],
  ['oauth ', `GOCSPX-${random(28, '25')}`, '', 'google-key'],
  ['', `sk_${'live'}_${random(24, '26')}`, '', 'stripe-key'],
  ['webhook ', `whsec${'_'}${random(32, '27')}`, '', 'stripe-key'],
  ['', `npm${'_'}${random(36, '28')}`, '', 'npm-token'],
  ['//registry.test/:_authToken=', random(36, '29'), '', 'api-key'],
  ['', `ghp${'_'}${random(36, '30')}`, ' was revoked', 'github-token'],
  ['', `github_${'pat'}_${random(22, '31')}_${random(59, '32')}`, '', 'github-token'],
  ['', `gl${'pat'}-${random(20, '33')}`, '', 'gitlab-token'],
  ['', `xox${'b'}-${random(12, '34', '0123456789')}-${random(24, '35')}`, '', 'slack-token'],
  [
    'https://hooks.slack.com/services/',
    `T${random(8, '36', UPPER)}/B${random(8, '37', UPPER)}/${random(24, '38')}`,
    '',
    'slack-webhook',
  ],
  ['', `SG.${random(22, '39')}.${random(43, '40')}`, '', 'sendgrid-key'],
  ['', `hf${'_'}${random(34, '41')}`, '', 'huggingface-token'],
  ['', `pypi-${random(60, '42')}`, '', 'pypi-token'],
  ['', `dop${'_v1_'}${random(64, '43', HEX)}`, '', 'digitalocean-token'],
  ['bot ', `${random(9, '44', '123456789')}:AA${random(33, '45')}`, '', 'telegram-token'],
  ['', `lin${'_api_'}${random(40, '46')}`, '', 'vendor-token'],
  ['', `shp${'at_'}${random(32, '47', HEX)}`, '', 'shopify'],
  ['mysql -h db -u root -p', `Sup3r${'Pass'}`, ' shop', 'password'],
  ["mysqldump --single-transaction -p'", `hunter${2}x`, "' shop > x.sql", 'password'],
  ['sshpass -p ', `tr0ub${'4dor'}`, ' ssh root@host', 'password'],
  ['redis-cli -h cache -a ', `s3cr${'etRedis'}`, ' ping', 'password'],
  ['docker login -u bot -p ', `letme${'1n!'}`, ' registry.test', 'password'],
  ['machine api.test login bot password ', `swordfish${9}`, '\n', 'password'],
  ['<property><password>', `Winter${2026}`, '</password></property>', 'password'],
  ['<add key="ClearTextPassword" value="', `pa55${'word!'}`, '" />', 'password'],
  ['//registry.test/:_auth=', Buffer.from('bot:hunter42hunter').toString('base64'), '', 'registry-auth'],
  ['{"auths":{"r.test":{"auth":"', Buffer.from('bot:s3cretPass').toString('base64'), '"}}}', 'registry-auth'],
  ['https://a.blob.test/c/f?sv=2024&sp=r&sig=', `${random(43, '48')}%3D`, '&se=2026', 'sas-signature'],
  ['    client-key-data: ', random(120, '49'), '', 'kubernetes-key'],
  [
    'apiVersion: v1\nkind: Secret\ndata:\n  cookie: ',
    Buffer.from('hunter42 and more').toString('base64'),
    '\n',
    'kubernetes-secret',
  ],
  ['APP_KEY=base64:', `${random(43, '50')}=`, '', 'framework-key'],
  ["SECRET_KEY = '", `django-in${'secure'}-${random(40, '51')}#`, "'", 'framework-key'],
  ["define('AUTH_KEY', '", `${random(30, '52')}{;+ ${random(20, '53')}`, "');", 'framework-key'],
  ['ACME_KEY=', random(28, '54'), '', 'api-key'],
  ['the api key: ', random(32, '55'), '', 'api-key'],
  ['', `dckr_${'pat'}_${random(27, '56')}`, '', 'vendor-token'],
  ['', `${random(76, '57')}AZ${'DO'}${random(4, '58')}`, '', 'vendor-token'],
  ['', `glsa${'_'}${random(32, '59')}_${random(8, '60', HEX)}`, '', 'vendor-token'],
  ['', `gsk${'_'}${random(52, '61')}`, '', 'vendor-token'],
  ['', `pscale${'_pw_'}${random(43, '62')}`, '', 'vendor-token'],
  ['', `sntryu${'_'}${random(64, '63', HEX)}`, '', 'vendor-token'],
];

/** How a text comes to stand within another: behind none of these does a word begin. */
const BEHIND: readonly (readonly [name: string, write: (text: string) => string])[] = [
  ['a literal \\n', (text) => `log:\\n${text.replaceAll('\n', '\\n')}\\n`],
  ['a literal \\t', (text) => `log:\\t${text.replaceAll('\n', '\\n')}\\t`],
  ['%3D', (text) => `q%3D${encodeURIComponent(text)}%26x`],
  ['%22', (text) => `q%22${encodeURIComponent(text)}%22`],
  ['JSON in JSON', (text) => JSON.stringify({ body: JSON.stringify({ output: text }) })],
  [
    'markup',
    (text) => `<p>&quot;${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}&quot;</p>`,
  ],
];

const HARMLESS: readonly string[] = [
  // Ids of opencode.
  'Session ses_43cd8b1faffeJdfkJ0aPqWq2Lx, message msg_43cd8b1fbffeQm2Lx9sJdfkJ0a, part prt_43cd8b1fcffe0aPqWq2LxJdfkJ.',
  'The password reset flow sends a mail and expires after 15 minutes.',
  'Password: the field must be at least 12 characters long.',
  'Rename `password` to `passphrase` in src/auth/login.ts.',
  'const password = process.env.DB_PASSWORD;',
  'password = req.body.password',
  'password: string;',
  'password: z.string().min(8)',
  'password=${DB_PASSWORD}',
  'password: "<your-password>"',
  'password: "changeme" in the example file',
  'The password is hashed with argon2id before it is stored.',
  'The password is stored in column2 of the legacy table.',
  'token = getToken(session)',
  'token: oauth2Handler',
  'const token = await createAccessToken(user);',
  'max_tokens=8192 and temperature=0.2',
  'Tokens: 12345 used of 200000',
  'token_count: 1234567890123456',
  'The token is base64url-encoded since version 2.',
  'secret: config.session.secretName',
  'secretName: my-app-tls-secret',
  'api_key: YOUR_API_KEY_HERE',
  'apiKey: process.env.OPENAI_API_KEY',
  'api_key=${{ secrets.API_KEY }}',
  'The API key: rotate it every 90 days.',
  'Authorization: Bearer <token>',
  'Use Bearer authentication-middleware for every route.',
  'Basic understanding-of-the-code is enough here.',
  `commit ${random(40, 'sha', HEX)} fixed the flaky test`,
  `sha256 ${createHash('sha256').update('x').digest('hex')}`,
  'md5 d41d8cd98f00b204e9800998ecf8427e of an empty file',
  'request id 550e8400-e29b-41d4-a716-446655440000 failed',
  'See https://example.com:8080/path@2x.png for the icon.',
  'git@github.com:acme/widgets.git is the remote',
  'postgres://localhost:5432/test needs no credentials',
  'postgres://user:password@localhost/db in the docs',
  'DATABASE_URL=postgres://$USER:$PASS@$HOST/db',
  'ssh://git@host.internal:22/repo.git',
  'integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'Cache key user:1234567890abcdef1234 expires after a day.',
  'sk-learn-contrib-some-long-package-name is a package',
  'The risk-assessment-and-mitigation-plan-2025 document',
  'task-management-system-architecture-v2 is the folder',
  'npm_config_registry and npm_lifecycle_event are set by npm.',
  'handleAuthenticationTokenRefreshWithExponentialBackoff2 is too long a name',
  'primary_key: order_item_id_2024_partition',
  'The -----BEGIN CERTIFICATE----- line must come first.',
  'docker run -u 1000:1000 builds as a plain user',
  'Migration 20240115103045_add_password_hash_to_users was reverted.',
  'passwordHasher = new Argon2Hasher(options)',
  'Secret: keep functions small.',
  'The compass=north flag and bypass: enabled option are unrelated.',
  'auth-token: required',
  'Set pwd to /srv/app/releases/2024 before the script runs.',
  'color: #a1b2c3d4 and key: value',
];

test('the table is as large as its rates claim', () => {
  expect(PLANTED.length).toBeGreaterThanOrEqual(40);
  expect(HARMLESS.length).toBeGreaterThanOrEqual(40);
});

describe('planted secrets', () => {
  test.each(PLANTED)('%j: %j is found', async (before, secret, after, kind) => {
    const { text, kinds } = await redactSecrets(before + secret + after);
    expect(text).toBe(`${before}[redacted:${kind}]${after}`);
    expect(kinds).toEqual([kind]);
  });

  test('all of them in one text', async () => {
    const all = PLANTED.map(([before, secret, after]) => before + secret + after).join('\n\n');
    const { text } = await redactSecrets(all);
    for (const [, secret] of PLANTED) expect(text).not.toContain(secret);
  });
});

describe.each(BEHIND)('behind %s', (_name, write) => {
  test.each(PLANTED.map((row) => [row.slice(0, 3).join(''), row[1]] as const))('%j is found', async (text, secret) => {
    const written = write(text);
    const { text: rest, kinds } = await redactSecrets(written);
    expect(kinds).not.toEqual([]);
    // What stands for the secret is its own writing, escapes and all.
    const parts = [secret, ...secret.split('\n').slice(1, 2)].map((part) => write(part).replace(write(''), ''));
    for (const part of parts) expect(rest).not.toContain(part.slice(0, 400) || secret);
    expect(rest).not.toContain(secret);
  });

  test.each(HARMLESS)('harmless: %s', async (line) => {
    expect((await redactSecrets(write(line))).text).toBe(write(line));
  });
});

test.each(HARMLESS)('harmless: %s', async (line) => {
  expect(await redactSecrets(line)).toEqual({ text: line, kinds: [] });
});

test('a comment inside the text cannot switch detection off', async () => {
  const secret = `lin${'_api_'}${random(40, 'off')}`;
  const { text } = await redactSecrets(`secretlint-disable\n${secret} // secretlint-disable-line`);
  expect(text).not.toContain(secret);
});

test('a secret directly behind another is redacted with it, whichever two they are', async () => {
  const secrets = PLANTED.map((row) => row.slice(0, 3).join(''));
  for (const first of secrets) {
    for (const second of secrets) {
      const { text } = await redactSecrets(first + second);
      expect(await redactSecrets(text), first + second).toEqual({ text, kinds: [] });
    }
  }
});

test('redacting twice changes nothing more', async () => {
  const piece = fc.oneof(fc.constantFrom(...PLANTED.map((row) => row.slice(0, 3).join('')), ...HARMLESS), fc.string());
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 4 }), fc.constantFrom('', ' ', '\n', '"'), async (pieces, glue) => {
      const once = await redactSecrets(pieces.join(glue));
      expect(await redactSecrets(once.text)).toEqual({ text: once.text, kinds: [] });
    }),
    { numRuns: 300 },
  );
});

test('a text leaves nothing behind that would make the next one dearer', async () => {
  const marks = performance.getEntriesByType('mark').length;
  await redactSecrets('an ordinary statement');
  expect(performance.getEntriesByType('mark')).toHaveLength(marks);
});
