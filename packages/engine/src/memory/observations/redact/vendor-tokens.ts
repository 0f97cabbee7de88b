/**
 * Tokens that are known by their own shape, as their vendors document it: a prefix and what follows. One expression for all of them, because
 * each text is looked at by each. Quantifiers are bounded: text is untrusted.
 */
const SHAPES: readonly string[] = [
  // Clouds and platforms
  String.raw`(?:ABIA|ACCA)[A-Z2-7]{16}\b`,
  String.raw`ABSK[A-Za-z0-9+/]{60,400}={0,2}`,
  String.raw`bedrock-api-key-[\w+/=-]{20,2048}`,
  String.raw`LTAI[A-Za-z0-9]{12,26}\b`,
  String.raw`[\w~.]{3}\dQ~[\w~.-]{31,34}`,
  String.raw`[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}\b`,
  String.raw`[A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9+/]{5,12}`,
  String.raw`[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}\b`,
  String.raw`1//0[\w-]{40,256}`,
  String.raw`t1\.[A-Z0-9a-z_-]{20,300}={0,2}\.[\w-]{80,100}={0,2}`,
  String.raw`(?:AQVN[\w-]{35,38}|YC[ABNP][\w-]{38})\b`,
  String.raw`(?:do[opr]_v1_[a-f0-9]{64}|dapi[a-f0-9]{32}(?:-\d)?|HRKU-[\w-]{36,80}|rnd_[A-Za-z0-9]{32}|napi_[a-z0-9]{60,70})\b`,
  String.raw`(?:fm[12][ar]?_|FlyV1 fm2_)[A-Za-z0-9+/=]{80,2000}|fo1_[\w-]{43}`,
  String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}\b`,
  String.raw`v1\.0-[a-f0-9]{24}-[a-f0-9]{146}\b`,
  String.raw`pul-[a-z0-9]{40}\b|tskey-[a-z]{3,12}-[\w-]{16,80}|nfp_[A-Za-z0-9]{36,44}|vc[pcr]_[A-Za-z0-9]{50,70}`,
  String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,80}|hv[sbr]\.[\w-]{20,512}|s\.[A-Za-z0-9]{24}\b`,
  String.raw`sha256~[\w-]{43}|tk-us-[\w-]{48}|ico-[A-Za-z0-9]{32}\b|EZ[AT]K[A-Za-z0-9]{54}\b`,
  String.raw`(?:pat|sat)\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}\b`,
  // Source, packages and their robots
  String.raw`gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|rtr|soat|wt)-[\w.-]{20,300}`,
  String.raw`GR1348941[\w-]{20,50}|ATATT3[\w=-]{100,300}|ATCTT3[\w=-]{100,300}|ATBB[A-Za-z0-9]{32}\b`,
  String.raw`AKCp[A-Za-z0-9]{60,80}\b|cmVmd[A-Za-z0-9]{55,64}\b`,
  String.raw`(?:CLOJARS_[a-z0-9]{60}|rubygems_[a-f0-9]{48}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32}|dckr_[po]at_[\w-]{27,40})\b`,
  String.raw`(?:CCIPAT_[\w]{20,80}|bku[a-z]_[a-z0-9]{40}|sq[pau]_[a-f0-9]{40}|sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}|API-[A-Z0-9]{25,27})\b`,
  String.raw`(?:PMAK-[A-Za-z0-9]{24}-[A-Za-z0-9]{34}|rdme_[a-z0-9]{70}|pn[ub]_[A-Za-z0-9]{36}|figd_[\w-]{40,50}|CFPAT-[\w-]{43})`,
  // Models
  String.raw`(?:gsk_[A-Za-z0-9]{48,60}|xai-[A-Za-z0-9]{60,90}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{40,64}|nvapi-[\w-]{60,80}|csk-[a-z0-9]{40,60})\b`,
  String.raw`(?:lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}|tgp_v1_[\w-]{40,60}|pcsk_[\w]{40,90}|tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}|jina_[\w-]{50,80}|e2b_[a-f0-9]{40}|fw_[A-Za-z0-9]{22,40}|api_org_[A-Za-z]{34})\b`,
  // Payments, mail, chat
  String.raw`[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,256}|sk_[A-Za-z0-9]{29}\b|sq0(?:atp|csp)-[\w-]{22,60}|EAAA[\w-]{22,60}`,
  String.raw`FLW(?:PUBK|SECK)(?:_TEST)?-[a-zA-Z0-9]{12,40}(?:-X)?|duffel_(?:test|live)_[\w=-]{40,50}|shippo_(?:live|test)_[a-fA-F0-9]{40}\b`,
  String.raw`access-(?:sandbox|development|production)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}`,
  String.raw`x(?:keysib|smtpsib)-[a-f0-9]{64}-[A-Za-z0-9]{16}\b|key-[a-z0-9]{32}\b|[a-f0-9]{32}-us\d{1,2}\b|[a-z0-9]{32}-[a-z0-9]{8}-[a-z0-9]{8}\b|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}\b`,
  String.raw`SG\.[\w=.-]{60,80}|SK[a-fA-F0-9]{32}\b|xapp-\d-[A-Z0-9]{8,16}-\d{8,16}-[a-z0-9]{30,80}|xoxe(?:\.xox[bp])?-\d-[A-Za-z0-9]{100,200}`,
  String.raw`https?://[a-z0-9]{1,64}\.webhook\.office\.com/webhookb2/[\w@/-]{60,200}|https?://discord(?:app)?\.com/api/webhooks/\d{16,20}/[\w-]{60,80}`,
  String.raw`https?://hooks\.slack\.com/triggers/[\w/]{20,128}`,
  String.raw`[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}|AAAA[\w-]{7}:[\w-]{140}`,
  String.raw`EAA[A-Z][A-Za-z0-9]{60,250}\b|\d{15,16}\|[\w-]{27}(?![\w-])|A{20}[A-Za-z0-9%]{30,120}`,
  // Monitoring, data, content
  String.raw`gl(?:c|sa)_[A-Za-z0-9+/]{32,400}(?:_[a-fA-F0-9]{8})?={0,2}|eyJrIjoi[A-Za-z0-9+/]{60,400}={0,2}`,
  String.raw`sntrys_eyJ[\w+/=]{60,400}|sntryu_[a-f0-9]{64}\b|NR(?:AK|II|JS|RA|BR)-[\w-]{19,64}|dt0[a-z]\d\d\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}\b`,
  String.raw`(?:4b1d[A-Za-z0-9]{38}|ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43}|pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}|sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,60}|phx_[A-Za-z0-9]{40,60}|hc[a-z]ik_[a-z0-9]{58})`,
  String.raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b|[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b|[ps]k\.eyJ[\w-]{40,200}\.[\w-]{20,40}|pk\.[a-z0-9]{60}\.[a-z0-9]{22}\b`,
  String.raw`sl\.[\w=-]{60,300}|tfp_[\w=.-]{40,80}|fio-u-[\w=-]{64}|dnkey-[\w=-]{26}-[\w=-]{52}|sm_(?:aat|pat|sat)_[A-Za-z0-9]{16,40}\b`,
  String.raw`rzp_(?:live|test)_[A-Za-z0-9]{14}\b|bb_(?:pr|ma)_[a-f0-9]{30}\b|slk_[a-f0-9]{64}\b|rootly_[a-f0-9]{64}\b|pri_[a-f0-9]{32}\b|BBFF-[A-Za-z0-9]{30}\b|key-[A-Za-z0-9]{54,64}\b`,
  String.raw`[\w-]{22,24}tt-\d{4,6}-[\w-]{20}\b|\d{1,6}\|[A-Za-z0-9]{40,48}\b|\d{15,16}(?:\||%7?C?)[\w-]{27,40}\b|secret_[A-Za-z0-9]{16}\b|ptr_[A-Za-z0-9+/=_-]{40,48}`,
  String.raw`dt0[A-Za-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b|hawk\.[\w-]{20}\.[\w-]{20}\b|odt_[A-Za-z0-9]{32,255}\b|00[A-Za-z0-9]{13}![\w.]{80,260}`,
  String.raw`(?:sdk|mob|api)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}\b|S[ACNOUX][A-Z2-7]{56}\b|AC[a-f0-9]{32}:[a-f0-9]{32}\b|md-[\w-]{22}\b`,
  String.raw`u\+[\w-]{18,20}(?![\w-])|AKID[A-Za-z0-9]{32}\b|access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}\b|(?:fc|m0)-[A-Za-z0-9]{32,40}\b|\d/\d{13,20}(?:/\d{13,20})?:[a-f0-9]{32}\b`,
  String.raw`AstraCS:[A-Za-z]{20,32}:[a-f0-9]{64}\b|oauth:[a-z0-9]{30}\b|dG9rO[A-Za-z0-9+/]{40,80}={0,2}|APP_USR-\d{12,20}-\d{6}-[a-f0-9]{32}-\d{6,12}|EXO[a-f0-9]{24}\b|xau_[A-Za-z0-9]{40,60}|pnu_[A-Za-z0-9]{36}`,
  String.raw`st\.[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}\.[a-f0-9]{32}\.[a-f0-9]{32}\b|0\.[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{22}={0,2}|K10[a-f0-9]{64}::\w{1,20}:[a-f0-9]{32,64}\b|\*:[\w-]{2,40}\.[a-f0-9]{40,64}\b`,
  String.raw`https?://outlook\.office(?:365)?\.com/webhook/[\w@/-]{60,220}|https?://(?:hc-ping\.com|logs-\d\d\.loggly\.com/inputs)/[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|https?://(?:open\.feishu\.cn|open\.larksuite\.com)/open-apis/bot/v2/hook/[\w-]{20,40}`,
  String.raw`[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![\w/+=-])|[xyz]prv[A-Za-z0-9]{100,110}\b|nsec1[a-z0-9]{58}\b|K00\d[A-Za-z0-9+/]{27}(?![\w+/])|mlsn\.[a-f0-9]{64}\b`,
  // Of the lists that scanners and GitHub's partners publish
  String.raw`perm[:-][A-Za-z0-9+/]{4,80}={0,2}\.[A-Za-z0-9+/]{2,80}={0,2}\.[A-Za-z0-9]{20,64}|aio_[A-Za-z0-9]{28}\b|AVNS_[\w-]{19}|apify_api_[A-Za-z0-9]{30,40}|cfsk_ma_(?:prod|test)_[a-f0-9]{32}_[a-f0-9]{8}\b`,
  String.raw`cnvca[A-Za-z0-9_-]{40,64}|cf(?:ut|at|k)_[\w-]{40,56}|pat-(?:na|eu|ap)\d-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|amzn1\.oa2-cs\.v1\.[a-f0-9]{64}|li[po]_[A-Za-z0-9]{20,24}\b|lm[bv]1?_[\w=+/-]{40,200}`,
  String.raw`secret-token:\w{2,30}_(?:production|sandbox)_\w{16,120}|(?:SB-)?Mid-server-[\w-]{20,40}|api_(?:live|sandbox)(?:_(?:us|ca|eu))?\.[\w-]{8,20}\.[\w-]{20,64}|persona_(?:production|sandbox)_[\w-]{20,80}|pin[ar]_[A-Za-z0-9]{40,128}`,
  String.raw`polar_[a-z]{2,4}_[A-Za-z0-9]{20,64}|samsara_api_[A-Za-z0-9]{20,64}|KEY0[A-F0-9]{30,34}_[A-Za-z0-9]{20,24}\b|tss_[A-Za-z0-9]{30,50}|unkey_[A-Za-z0-9]{20,40}|vtwn_[A-Za-z0-9]{20,40}|AK[LT][TP][A-Za-z0-9_-]{30,80}`,
  String.raw`wandb_v1_[\w-]{30,120}|waka_[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|zpka_[a-f0-9]{32}_[a-f0-9]{8}\b|dtn_[a-f0-9]{40,80}|CCDB1_[\w]{20,60}|rpa_[A-Z0-9]{30,60}|llx-[A-Za-z0-9]{40,60}|tr_(?:dev|prod|stg)_[A-Za-z0-9]{16,40}`,
  String.raw`xa(?:at|pt|it)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|mdb_sa_sk_[\w-]{40}|essu_[A-Za-z0-9+/=]{40,120}|cu_[a-f0-9]{32}\b|dbt[cus]_[\w=+/-]{30,120}|pdl_(?:live|sdbx)_apikey_\w{20,80}|(?:live|test)_(?:[a-f0-9]{35}|[A-Za-z0-9]{30}|[\w-]{40})(?![\w-])`,
  String.raw`fnA[A-Z][\w-]{36,48}|cflt[A-Za-z0-9+/]{60}|[A-Za-z0-9_-]{40,76}(?:AzFu|AzSe|AzCa|ACDb|AIoT|\+ASt|\+ABa|\+AMC|\+ARm|\+AEh)[A-Za-z0-9+/=_-]{5,16}|lin_(?:api|oauth)_[A-Za-z0-9]{32,64}`,
  String.raw`\d{6}(?:-\d{6}){7}(?![\w-])|sk-lf-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|hop_[\w-]{20,60}|ptk_[A-Za-z0-9_-]{20,80}|ion_[A-Za-z0-9]{42}\b|ctp_[A-Za-z0-9]{36}\b|dvc_(?:server|client|mobile)_[\w-]{20,60}|ls-[A-Za-z0-9]{8}(?:-[A-Za-z0-9]{4}){3}-[A-Za-z0-9]{12}\b|nk-[\w-]{40,50}|pa-[\w-]{43}(?![\w-])|b_[a-z0-9=_-]{44}(?![\w-])`,
  // People's own
  String.raw`A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b|ops_eyJ[A-Za-z0-9+/]{100,2000}={0,3}`,
  String.raw`AGE-SECRET-KEY-1[A-Z0-9]{58}\b|p8e-[a-z0-9]{32}\b|s-s4t2(?:ud|af)-[a-f0-9]{64}\b`,
  String.raw`(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}`,
];

/** Not in the middle of a word, and not a part of an address that was redacted before. */
export const VENDOR_TOKEN: RegExp = new RegExp(`(?<![A-Za-z0-9_])(?:${SHAPES.join('|')})`, 'g');
