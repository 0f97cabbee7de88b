// What looks like a secret and is none, made anew: hashes, ids, lines of lock files, paths, pictures.
const HEX = '0123456789abcdef';
const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const OF_EACH = 25;

/** So many of each kind; `pick` gives one character of a text. */
export function lookAlikes(pick) {
  const run = (length, alphabet) => Array.from({ length }, () => pick([...alphabet])).join('');
  const hex = (length) => run(length, HEX);
  const base64 = (length) => run(length, `${BASE62}+/`);
  const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-');
  const number = (length) => run(length, '123456789');
  const kinds = {
    'git commit': () => `Merge commit '${hex(40)}' into main`,
    'short hash': () => `fixed in ${hex(7)}, reverted by ${hex(8)}`,
    'range of commits': () => `index ${hex(7)}..${hex(7)} 100644`,
    submodule: () => ` ${hex(40)} deps/zlib (v1.3.${number(1)})`,
    'sha256 sum': () => `${hex(64)}  dist/app-${number(1)}.tar.gz`,
    'md5 sum': () => `MD5 (app.zip) = ${hex(32)}`,
    'image digest': () => `FROM node:20@sha256:${hex(64)}`,
    'package-lock': () => `      "integrity": "sha512-${base64(86)}==",`,
    'package-lock address': () =>
      `"resolved"${':'} "https://${'registry'}.npmjs.org/a-${hex(3)}/-/a-${number(1)}.0.0.tgz",`,
    'yarn.lock': () => `  resolved "https://${'registry'}.yarnpkg.com/ms/-/ms-2.1.${number(1)}.tgz#${hex(40)}"`,
    'yarn checksum': () => `  checksum: 10c0/${hex(128)}`,
    'go.sum': () => `golang.org/x/net v0.${number(2)}.0 h1:${base64(43)}=`,
    'Cargo.lock': () => `checksum = "${hex(64)}"`,
    'poetry.lock': () => `    {file = "a-1.0-py3-none-any.whl", hash = "sha256:${hex(64)}"},`,
    requirements: () => `    --hash=sha256:${hex(64)} \\`,
    'Gemfile.lock': () => `  revision: ${hex(40)}`,
    'nix hash': () => `  hash = "sha256-${base64(43)}=";`,
    uuid: () => `The session ${uuid()} was resumed.`,
    'uuid of a request': () => `x-request-id: ${uuid()}`,
    'uuid of a resource': () => `GET /v1/observations/${uuid()}/chain 200`,
    ulid: () => `order 01${run(24, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')} was shipped`,
    'object id': () => `ObjectId("${hex(24)}")`,
    trace: () => `traceparent: 00-${hex(32)}-${hex(16)}-01`,
    snowflake: () => `channel ${number(18)} is archived`,
    etag: () => `ETag: W/"${hex(32)}"`,
    'cache key': () => `cache key: node-modules-linux-${hex(64)}`,
    chunk: () => `dist/assets/index-${run(8, BASE62)}.js  124.${number(2)} kB`,
    'content hash': () => `contentHash: '${hex(64)}'`,
    'build id': () => `Build ID: ${hex(40)}`,
    picture: () => `<img src="data:image/png;base64,iVBORw0KGgo${base64(200)}==">`,
    'picture in css': () => `background: url(data:image/svg+xml;base64,PHN2Zy${base64(160)})`,
    font: () => `src: url(data:font/woff2;base64,d09GMg${base64(180)}=)`,
    'source map': () => `//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjoz${base64(120)}`,
    'public key': () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(43)} ada@laptop`,
    fingerprint: () => `SHA256:${base64(43)} (ED25519)`,
    path: () => `/var/cache/ada/pnpm/v3/files/${hex(2)}/${hex(62)}-index.json`,
    'temporary path': () => `/var/tmp/vitest-${run(6, BASE62)}/results-${number(13)}.json`,
    'windows path': () => `C:\\Users\\ada\\AppData\\Local\\Temp\\${run(8, BASE62)}\\out.log`,
    arn: () => `arn:aws:lambda:eu-west-1:${number(12)}:function:resize-${hex(6)}`,
    'address of an object': () => `at 0x0000${hex(12)} in main`,
    timestamp: () => `2026-0${number(1)}-1${number(1)}T10:2${number(1)}:5${number(1)}.${number(3)}Z started`,
    'token count': () => `tokens: ${number(6)}, cache_read_input_tokens: ${number(5)}`,
    'token of a parser': () => `const token = parser.nextToken(${number(2)}); // TOKEN_${number(3)}`,
    'key of a table': () => `PRIMARY KEY (org_id, id_${hex(4)}), KEY idx_${hex(8)} (created_at)`,
    'name of a secret': () => `secretKeyRef: { name: api-token-${hex(5)}, key: token }`,
    'reference to a secret': () => `password: \${{ secrets.DB_PASSWORD_${number(2)} }}`,
  };
  return Object.entries(kinds).flatMap(([kind, make]) =>
    Array.from({ length: OF_EACH }, () => ({ kind, text: make() })),
  );
}
