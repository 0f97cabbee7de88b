import { patternsOf, re, SecretGate, type SecretPattern } from './secret-shape.ts';
import { isChosen, isKey, isNoPlaceholder } from './secret-values.ts';

/** An argument: what stands between quotes, or up to the next space. */
const ARGUMENT = String.raw`["']?(?<secret>(?!\[redacted:)(?:(?<=")[^"\n$]{3,256}(?=")|(?<=')[^'\n]{3,256}(?=')|(?<!["'])(?!\$)(?:[^\s"'|;&$<>()\x60]|\$(?=[a-z\d])){3,256}))`;
const BETWEEN = String.raw`[^\n|&]{0,200}?[\s"']`;

/** Programs, and the flag behind which they take a password. */
const FLAGS: readonly (readonly [programs: string, flags: string])[] = [
  ['mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|mariadb-admin|7z[az]?|u?n?rar', '-p'],
  ['sshpass', '-p ?'],
  ['ssh-keygen', '-[NP] '],
  [
    'twine|mongo(?:sh|dump|restore|export|import|stat)?|cqlsh|influx|cypher-shell|arangosh|evil-winrm|crackmapexec|netexec|nxc|psexec|smbmap|wmic|kcadm\\.sh|couchbase-cli|exasol|vertica|vsql|jfrog|nexus|sonar-scanner|mc|rabbitmqadmin|flyway|liquibase|skopeo',
    '-p ',
  ],
  [
    String.raw`(?:docker|podman|buildah|nerdctl|helm|az|oc|crane|cf|argocd|oras|ecctl|faas-cli|expo|rancher|harbor|regctl)\b[^\n|;&]{0,100}?\blogin`,
    '-p ?',
  ],
  ['sqlcmd|bcp|isql|osql|tsql|mssql-cli|mosquitto_(?:pub|sub|rr)|mqttx?|zip|zipcloak|unzip|ipmitool|kafkacat', '-P ?'],
  [
    'ldap(?:search|add|modify|delete|passwd|whoami|compare|modrdn)|smbclient|rpcclient|security|pwsafe|vncviewer',
    '-w ',
  ],
  ['redis-cli|keydb-cli|valkey-cli', '(?:-a|--pass) '],
  ['snmp(?:walk|get|getnext|bulkwalk|bulkget|set|table|trap)', '-[cAX] '],
  ['nuget|dotnet', '(?:-k|-ApiKey|--api-key) '],
  ['openssl|gpg2?|cryptsetup|age|ccrypt', '(?:-k|-K|--passphrase|-pass(?:in|out)? pass:|-pass(?:in|out)? ) ?'],
  ['plink|pscp|psftp|putty|kitty', '-pw '],
  [
    'jenkins-cli\\.jar|etcdctl|http|https|xh|wget|lftp|ab|siege|hey',
    '(?:-auth|--user|-u|-U|-a)[ =]?["\']?[\\w.@-]{1,64}[:,]',
  ],
  ['smbclient|rpcclient|smbmap|mount\\.cifs|net|wmic|winexe', '-U ["\']?[\\w.@\\\\/-]{1,64}%'],
  ['keytool|jarsigner|apksigner', '-(?:store|key|src|dest)(?:store)?pass(?: pass:)? ?'],
  ['signtool|xfreerdp|wlfreerdp|mstsc|cmdkey|winscp|runas|schtasks|rdesktop|net', '/(?:p|pass|password|rp)[:= ]'],
];

/** Behind a flag that names a user; behind `mysql -u ada -p ` a database comes. */
const BEHIND_USER = String.raw`\s(?:-[uUn]|--?user(?:name)?)[ =]?\S{1,80}\s(?<!\bmy\w{3,9}\s[^\n]{0,120})[^\n|;&]{0,80}?(?:-[pP]|-pw|-password)\s|\bunlock-keychain\s-p\s|\s-[uo]pw\s|(?:kinit|-stdinpass|passwd|cryptsetup|-S|--password-stdin)\b[^\n|;&<]{0,80}<<<\s?|\bp4\s(?:-\S{1,20}\s\S{1,40}\s){0,3}-P\s`;

/** Commands that take it at a place: what comes before. */
const PLACES: readonly string[] = [
  String.raw`rabbitmqctl\s{1,4}(?:-\S{1,40}\s{1,4}){0,4}(?:add_user|change_password|authenticate_user)\s{1,4}\S{1,64}\s{1,4}`,
  String.raw`mc\s{1,4}(?:alias\s{1,4}set|config\s{1,4}host\s{1,4}add)\s{1,4}\S{1,64}\s{1,4}\S{1,128}\s{1,4}\S{1,64}\s{1,4}`,
  String.raw`(?:htpasswd|mosquitto_passwd)\s{1,4}-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}\s{1,4}(?:-\S{1,12}\s{1,4}){0,3}(?:[^\s-]\S{0,128}\s{1,4}){1,2}?(?=\S{1,128}\s{0,4}(?:$|\n|[|;&]))`,
  String.raw`wpa_passphrase\s{1,4}(?:"[^"\n]{1,64}"|\S{1,64})\s{1,4}`,
  String.raw`net\s{1,4}user\s{1,4}\S{1,64}\s{1,4}(?![/])`,
  String.raw`net\s{1,4}use\s{1,4}(?:\S{1,4}\s{1,4})?\\\\\S{1,128}\s{1,4}(?:\/\S{1,80}\s{1,4}){0,4}(?![/])`,
  String.raw`rclone\s{1,4}obscure\s{1,4}`,
  String.raw`(?:ngrok\s{1,4}(?:config\s{1,4}add-)?authtoken|snyk\s{1,4}auth|op\s{1,4}signin|bw\s{1,4}unlock|tailscale\s{1,4}login)\s{1,4}`,
  String.raw`echo\s{1,4}(?:-[ne]{1,2}\s{1,4})?["']?[\w.-]{1,32}:(?=[^\n|]{3,128}\|\s{0,4}(?:sudo\s{1,4})?chpasswd)`,
  String.raw`(?:echo|printf)\s{1,4}(?:-[ne]{1,2}\s{1,4})?(?=[^\n|]{3,128}\|\s{0,4}(?:sudo\s{1,4}(?:-\w{1,8}\s{1,4}){0,3}-?\w{0,4}S\b|passwd\b|cryptsetup\b|kinit\b|(?:\S{1,40}\s{1,4}){1,6}--password-stdin|[^\n|]{0,80}(?:\bsecrets?\b|keystore|\bpass(?:word|wd)?\b|--data-file=-)))`,
  String.raw`(?:secretsmanager\s{1,4}(?:create|put|update)-secret|ssm\s{1,4}put-parameter|keyvault\s{1,4}secret\s{1,4}set|gh\s{1,4}secret\s{1,4}set|wrangler\s{1,4}secret)\b[^\n|]{0,200}?--(?:secret-string|value|body)[ =]`,
  String.raw`(?:poetry|composer|bundle|npm|pnpm|yarn|pip|git|cargo)\s{1,4}config\s{1,4}(?:(?:set|--\w{2,12})\s{1,4}){0,3}(?:http-basic\.\S{1,64}\s{1,4}\S{1,64}\s{1,4}|\S{0,120}(?:_authToken|_password|_auth|token\S{0,40})[ =]|(?:gems|[\w-]{1,40})\.[\w.-]{1,80}\s{1,4}[\w.-]{1,40}:)`,
  String.raw`ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?`,
  String.raw`sqlplus\s{1,4}(?:-\w{1,8}\s{1,4}){0,3}["']?\w{1,32}\/`,
  String.raw`vncpasswd\b[^\n]{0,40}?<<<\s{0,2}`,
];
/** The same, and what stands there is a key. */
const KEY_PLACES: readonly string[] = [
  String.raw`curl\b[^\n|]{0,200}?\s(?:-b|--cookie)[ =]["']?[\w.-]{1,40}=`,
  String.raw`(?:consul|nomad|serf)\b[^\n|]{0,80}?\s-encrypt[ =]`,
  String.raw`(?:wandb|snyk|cargo|sentry-cli|railway|supabase|vault|infisical|heroku|render|flyctl|fly|pulumi|replicate|modal|apify|exo|hcloud|civo|scw|codecov|travis|circleci|buildkite|qovery|koyeb|convex|expo|eas|stripe|twilio|postman|newman|rollbar|bugsnag|hf|huggingface-cli|cachix|gem|hex|pod|poetry|npm|pnpm|yarn|composer)\s{1,4}(?:login|auth(?:token)?|signin|setup|authenticate|config\s{1,4}(?:set|add)?)\b[^\n|;&]{0,80}?\s(?:[\w.:-]{1,40}=)?`,
  String.raw`(?:\S{0,40}codecov\S{0,20}|coveralls|vercel|netlify|doctl|surge|sentry-cli|snyk|huggingface-cli|hf)\b[^\n]{0,80}?\s(?:-t|-a|--auth)[ =]{1,4}`,
];

/** What every pattern here needs somewhere: a flag, or one of the commands. */
const COMMANDS = new SecretGate(
  /[\s"'](?:-[a-zA-Z]|--|\/[pr])|rabbitmqctl|\bmc\s|htpasswd|wpa_passphrase|\bnet\s|obscure|authtoken|snyk|signin|unlock|login|sqlplus|echo|printf|<<<|auth|setup|config/,
);

/** What only its place gives away: an argument of a known program. */
export const COMMAND_SECRETS: readonly SecretPattern[] = patternsOf({ gate: () => COMMANDS }, [
  // One expression for all of them, because each text is looked at by each.
  [
    'password',
    re.g`(?<![\w/.-])(?:${FLAGS.map(([programs, flags]) => String.raw`(?:${programs})\b${BETWEEN}(?:${flags})`).join('|')})${ARGUMENT}`,
    isArgument,
  ],
  ['password', re.g`(?:${BEHIND_USER})${ARGUMENT}`, isChosen],
  ['password', re.g`(?<![\w.-])(?:${PLACES.join('|')})${ARGUMENT}`, isArgument],
  ['api-key', re.g`(?<![\w.-])(?:${KEY_PLACES.join('|')})${ARGUMENT}`, isKey],
]);

/** No placeholder, no flag, and no path. */
function isArgument(value: string): boolean {
  return isNoPlaceholder(value) && !/^(?:-|[/~.]{1,2}\/|\{\{|%\w+%$|\*+$|@)|^(?:[A-Z_]+|public|private)$/.test(value);
}
