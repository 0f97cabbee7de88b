/** One thing that a text can speak of, as its words, phrases (`do_not_follow`) and stems (`exfiltrat*`), in the languages that developers write. */
const WORDS: Readonly<Record<string, string>> = {
  // rules are set aside
  drop: "ignore ignoring disregard* forget bypass* discard* abandon* overlook dismiss neglect circumvent* overrid* overrul* supersed* unlearn erase reset revoke* void nullif* cancelled deprecated invalid obsolete suspended lifted do_not_follow don't_follow stop_following set_aside no_longer_apply no_longer_valid replac* rewrit* 忽略 无视 無視 忘记 忘記 无效 無效 無効 替换 替換 書き換え 忘れ 무시 잊 무효 교체 覆盖 覆蓋 ignora* ignorez oubli* olvid* vergiss игнорир* забуд* ignoruj* yok_say unut abaikan",
  // rules, prompts, policies
  rules:
    'instruction* prompt prompts rule rules guideline* directive* directions commands orders polic* safeguard* guardrail* restriction* constraint* programming safety protocol* limitation* moderation 指令 指示 规则 規則 命令 提示词 提示詞 提示 限制 ルール 制限 プロンプト 지시 지침 명령 규칙 제한 프롬프트 instruccion* instruções istruzion* anweisung* regeln regla* règle* consigne* инструкц* правил* polecen* zasad* talimat* kural* instruksi aturan',
  // what came before, or all of it
  prior:
    'previous* prior earlier above preceding original initial existing before former everything 之前 以上 前面 所有 其他 全部 前の 以前 上記 すべて 全て 이전 앞의 모든 anterior* précédent* vorherig* bisherig* alle предыдущ* прежн* все poprzedni* önceki sebelumnya tod* tout*',
  // what stands in the way of harm
  guard:
    'review reviews approval approvals confirmation* permission* sandbox* safety moderation verification validation security_check* safety_check* access_check* access_control* security_audit security audit content_filter* content_polic* safety_filter* filters branch_protection oversight antivirus signature_check* authentication detection firewall scanner hooks consent checks warnings 安全 审核 確認 验证 보안 安全です seguridad sécurité sicherheit безопасност*',
  // something is switched off or gone around
  disable:
    'disable* disabling skip skips skipping bypass* turn_off switch_off turning_off suppress* evad* circumvent* weaken* without avoid avoiding deactivat* unchecked loosen mute ignore ignoring remove remov* pass passes silence 关闭 禁用 绕过 跳过 無効に 비활성 desactiv* désactiv* deaktivier* отключ* wyłącz*',
  // what must not leave
  secret:
    'credential* secret secrets passwords password_value passwd api_key* apikey* private_key* ssh_key* access_key* secret_key* .env .ssh .aws .netrc .npmrc .kube .gnupg .azure gcloud id_rsa id_ed25519 keychain cookies wallet* seed_phrase* mnemonic etc_passwd etc_shadow environment_variables environment_dump env_vars user_data personal_data customer_data source_code credit_card* security_credentials login_data keystore vault session_token* access_token* auth_token* authentication_token* token tokens private_file* sensitive_file* sensitive_data sensitive_information internal_config* pii passphrase database_dump database_credentials user_emails 密钥 密碼 密码 令牌 凭证 环境变量 パスワード 秘密鍵 トークン 비밀번호 토큰 키를 contraseñ* credencial* mot_de_passe passwör* zugangsdaten парол* токен* ключ* hasł* şifre*',
  // something is sent
  send: 'send sends sending upload* post posts posting forward* transmit* exfiltrat* leak* email* e_mail* submit* share publish* attach* sync report* deliver* curl wget fetch request webhook relay pipe beacon copy push ping',
  // something is shown
  show: 'reveal* disclos* expos* dump print prints output outputs display repeat recite tell paste include insert append embed encod* leak write_out quote spell 输出 輸出 显示 打印 告诉我 公開 出力 表示 출력 표시 알려 muestr* mostr* imprim* affich* zeig* gib покаж* вывед* pokaż* göster*',
  // something is read
  read: 'read reads reading open cat collect* extract* gather* harvest* grab* retriev* steal* find scan locate obtain load get access enumerate search look_up',
  // what was said in the session
  talk: 'conversation conversations chat_history message_history full_context whole_context entire_context all_messages tool_call_history user_prompts user_messages chat_metadata conversation_history whole_conversation entire_conversation full_conversation 对话 会話 대화 conversación',
  // the text tells of something, and does not ask for it
  about:
    'detect* prevent* block* blocks attack* explain* fixed fixes fix added adds bug describe* example* such_as documented docs guide works possible could would cannot treat vulnerability vulnerabilities cve risk* mitigat* protect* refuses reverted lists found case warning_about how why what which when if whether may might test_proves',
  // it has happened
  past: 'was were been had did used_to now_logged',
  // a place outside
  out: 'webhook* external_endpoint external_server external_address external_host attacker* remote_server pastebin gist ngrok evil this_endpoint this_address following_address address_below server_below this_link 169.254.169.254 our_servers our_server marketplace external_task external_api* third_party control_server c2',
  // something is run
  run: 'run runs running execut* install* eval exec launch invoke* call bash sh sudo chmod pip npm npx curl wget download* spawn subprocess perform source import start apply commit deploy merge',
  // something is hidden
  conceal:
    'conceal* secretly silently quietly covert* stealth* undetected unnoticed disguis* camouflag* obfuscat* sneak* invisibl* hidden hide hides hiding unaware beneath_the_detection unbeknownst discreet* innocuous innocent masquerad*',
  // somebody is told
  tell: 'mention tell inform notify reveal disclose explain warn alert report acknowledge show ask log discuss comment bother question raise display',
  // people
  user: 'user users human humans owner owners operator* developer* maintainer* admin* team anyone anybody nobody reviewer* customer* people them person someone',
  // models and their products
  agent:
    'assistant assistants agent agents ai ais llm llms language_model* claude chatgpt gpt copilot codex gemini cursor bot bots chatbot* openclaw qclaw workbuddy 助手 智能体 アシスタント 에이전트 어시스턴트 asistente assistente ассистент*',
  // the reader
  you: "you your yourself yours u ur you're",
  // duty
  must: 'must always shall required mandatory have_to need_to should never obliged compulsory ensure make_sure strictly no_matter_what under_all_circumstances',
  // haste
  urgent:
    'urgent* immediately emergency asap right_away attention mandatory highest_priority note_to action_required before_doing_anything before_anything before_responding 必须 立即 必ず すぐに 즉시 반드시 inmediatamente immédiatement sofort немедленно',
  // for all time to come
  future:
    'from_now_on henceforth going_forward from_here_on future every_session every_response every_time each_time whenever across_sessions compaction permanent* persist* remember memory long_term every_conversation until_i all_responses every_answer all_your_responses each_response every_message every_reply all_future',
  // somebody has agreed
  consent:
    'approved pre_approved preapproved authorized authorised authorization permitted granted consented consent signed_off agreed confirmed allowed whitelisted trusted cleared verified sanctioned grant permission entitled',
  // nobody is asked
  noask:
    "without_asking without_confirmation without_approval without_permission without_prompting without_review without_verification without_hesitation without_question without_further do_not_ask don't_ask no_confirmation no_approval no_need_to_ask unattended auto_approve* autoapprove automatically no_questions just_click don't_question do_not_question no_further no_review without_the_user without_any without_waiting",
  // a role is played
  persona:
    "act_as acting_as pretend* persona personas in_character roleplay* role_play* role_playing simulat* play_the_role impersonat* alter_ego you_are_now you're_now respond_as behave_as behave_like take_on_the_role take_on_the_character in_the_voice embody embodiment playing_a_game let's_play imagine_you imagine_that_you fictional_world hypothetical_world become adopt_the take_up_the_persona answer_as reply_as speak_as going_to_be going_to_become dubbed opposite_day going_to_act stands_for 扮演 扮演一个 なりきって actúa agis_comme tu_es_maintenant spiel_die",
  // nothing is forbidden
  free: "unrestricted uncensored unfiltered amoral jailbroken unlimited no_restrictions any_restrictions no_limits no_rules without_rules no_filter* without_restriction* without_limit* without_filter* without_censor* not_bound isn't_bound unbound do_anything anything_now never_refuse* never_declin* free_from free_of_all freed broken_free broke_free unethical immoral no_guilt limitless no_boundaries any_question any_request any_query every_request every_question anything_i unhinged any_content no_matter_how no_matter_what god_mode machiavellian without_any_consideration never_says no_principles off_the_rails holds_nothing_back does_not_withhold 不受限 不受限制 没有限制 無制限 制限のない 제한_없",
  // morals and law
  ethic:
    'ethics ethical ethically moral morals morality morally legality legal laws censor* disclaimer* moraliz* moralis* illegal harmful offensive inappropriate evil guilt apolog* sorry',
  // names of jailbreaks
  jail: 'jailbreak* dan developer_mode',
  // refusal and obedience
  refuse:
    "refus* deny denying declin* apologiz* apologis* i'm_sorry sorry cannot_help say_no can't_help comply complies compliant obedien* unconditional* reject 拒绝 拒絕 拒否 거부 rechac* weiger* отказ*",
  // what the model was told
  system:
    'system_prompt* system_message* prompt configuration my_first_message first_line above_this system_instruction* hidden_instruction* hidden_prompt* initial_prompt initial_instruction* your_instruction* verbatim word_for_word your_prompt your_rules your_guidelines developer_message original_prompt your_configuration internal_configuration exact_wording',
  // another task begins
  switch:
    'new_instruction* new_task new_rule* new_prompt real_task actual_task true_purpose real_purpose instead new_priority new_directive* new_objective your_task your_goal your_role next_step* end_of_document end_of_instructions end_of_prompt actual_instruction* actual_goal real_instruction* new_role forget_the forget_everything updated_instruction* now_follow highest_priority takes_precedence supersedes admin_override system_override system_level',
  // harm is done
  harm: 'wipe destroy* rm_rf backdoor* reverse_shell malware keylogger* ransomware payload* cron crontab cronjob cron_job authorized_keys force_push rootkit botnet poison* sabotag* trojan steal* malicious phishing chmod_777 elevat* escalat* as_root netcat dev_tcp bashrc zshrc unauthorized attacker* exfiltrat* drop_all delete_all drop_the_production transfer_the pay_me money fake_identit* vote votes sybil 转账 轉帳 转帐 红包 紅包 送金 dinero geld деньги',
  // a verdict is ordered
  report:
    'mark_as claim_that lgtm no_issues looks_good report_success report_that say_that pretend_that state_that looks_safe as_safe as_approved as_passed output_approved respond_with_success respond_with_the reply_with_the_word answer_with output_only say_only say_you always_approve approve_all recommend_approv* approve_this even_if false_positives just_click click_approve pwned compromised success_whatever will_hire',
  // what is written in another way
  code: 'decode decrypt* deobfuscat* unescape interpret encoded encrypted cipher rot13 base64 hex encode binary morse',
  // another text is obeyed
  obey: 'follow_the_instruction* follow_these_instruction* follow_its follow_my do_what_it execute_the_following comply act_on follow_it execute_it and_follow and_execute obey obeys do_exactly listen_to_me only_listen listen_only as_described_below carry_out_the 听我的 服从 従って 따르 obedec* obéi* gehorch* подчин*',
};

/** What follows the first word of an entry, and what the entry stands for. */
interface Entry {
  readonly rest: readonly string[];
  readonly concept: string;
  readonly isStem: boolean;
}

/** Entries by their first word; single stems by what they begin with. */
const BY_WORD = new Map<string, Entry[]>();
const BY_STEM = new Map<string, Entry[]>();
for (const [concept, list] of Object.entries(WORDS)) {
  for (const entry of list.split(' ')) {
    const isStem = entry.endsWith('*');
    const [first = '', ...rest] = entry.replace('*', '').split('_');
    const entries = isStem && rest.length === 0 ? BY_STEM : BY_WORD;
    entries.set(first, [...(entries.get(first) ?? []), { rest, concept, isStem }]);
  }
}
const STEM_LENGTHS = [...new Set([...BY_STEM.keys()].map((stem) => stem.length))].toSorted((a, b) => a - b);

/** Scripts without spaces: what stands in a run of them is looked for at each place. */
const UNSPACED = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/;
const LONGEST_UNSPACED = 6;

const TOKEN = /\.?[\p{L}\p{N}]{1,40}(?:'\p{L}{1,3})?|https?:\/\/|[|.!?;\n。！？]/gu;
const ENDS = /^[.!?;\n。！？]$/;
/** What goes on without an end is cut here. */
const LONGEST_SENTENCE = 40;

/** The words of a sentence in small letters, and what each of them stands for. */
export interface ReadSentence {
  readonly words: readonly string[];
  readonly concepts: readonly (readonly string[])[];
}

/** A text's sentences, read word by word: the work grows with the text's length and no faster. */
export function readSentences(text: string): ReadSentence[] {
  const sentences: string[][] = [[]];
  for (const token of text.toLowerCase().replaceAll('’', "'").match(TOKEN) ?? []) {
    const last = sentences.at(-1) ?? [];
    if (!ENDS.test(token)) last.push(token);
    if (last.length >= LONGEST_SENTENCE || (ENDS.test(token) && last.length > 0)) sentences.push([]);
  }
  const whole = sentences.filter((words) => words.length > 0);
  return whole.map((words) => ({ words, concepts: words.map((_, at) => conceptsAt(words, at)) }));
}

/** What begins with a word, for the words that were met last: most of a text's words are the same few thousand. */
let known = new Map<string, readonly Entry[]>();
const MOST_KNOWN = 20_000;

function entriesOf(word: string): readonly Entry[] {
  const met = known.get(word);
  if (met) return met;
  const entries = [...(BY_WORD.get(word) ?? [])];
  for (const length of STEM_LENGTHS)
    if (length <= word.length) entries.push(...(BY_STEM.get(word.slice(0, length)) ?? []));
  if (UNSPACED.test(word)) for (const part of partsOf(word)) entries.push(...singlesOf(part));
  if (known.size >= MOST_KNOWN) known = new Map();
  known.set(word, entries);
  return entries;
}

const singlesOf = (part: string): Entry[] => BY_WORD.get(part)?.filter(({ rest }) => rest.length === 0) ?? [];

const NOTHING: readonly string[] = [];

function conceptsAt(words: readonly string[], at: number): readonly string[] {
  const entries = entriesOf(words[at] ?? '');
  if (entries.length === 0) return NOTHING;
  return [...new Set(entries.filter((entry) => follows(entry, words, at)).map(({ concept }) => concept))];
}

function follows({ rest, isStem }: Entry, words: readonly string[], at: number): boolean {
  return rest.every((part, index) => {
    const word = words[at + 1 + index] ?? '';
    return isStem && index === rest.length - 1 ? word.startsWith(part) : word === part;
  });
}

function* partsOf(word: string): Generator<string> {
  for (let at = 0; at < word.length; at += 1) {
    for (let length = 2; length <= LONGEST_UNSPACED; length += 1) yield word.slice(at, at + length);
  }
}
