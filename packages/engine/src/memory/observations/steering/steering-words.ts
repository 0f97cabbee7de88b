/** One thing that a text can speak of, as its words, phrases (`do_not_follow`) and stems (`exfiltrat*`), in the languages that developers write. */
export const STEERING_WORDS: Readonly<Record<string, string>> = {
  // rules are set aside
  drop: "ignore ignoring disregard* forget bypass* discard* abandon* overlook dismiss neglect circumvent* overrid* overrul* supersed* unlearn erase reset revoke* void nullif* cancelled deprecated invalid obsolete suspended lifted do_not_follow don't_follow stop_following set_aside no_longer_apply no_longer_valid replac* rewrit* 忽略 无视 無視 忘记 忘記 无效 無效 無効 替换 替換 書き換え 忘れ 무시 잊 무효 교체 覆盖 覆蓋 ignora* ignorez oubli* olvid* vergiss игнорир* забуд* ignoruj* yok_say unut abaikan waive* cancel cancels rescind* repeal* retract* expire expires expired stale outdated supersede drop released let_go pay_no_attention put_aside throw_away wipe_your no_longer_binding out_of_date out_of_force annul* reload 作废 作廢 失效 取消 破棄 廃止 폐기 취소 anulad* revogad* annull* annulé* aufgehoben ungültig отмен* недейств* unieważn* geçersiz hủy berlaku रद्द ملغاة ألغ*",
  // rules, prompts, policies
  rules:
    'instruction* prompt prompts rule rules guideline* directive* directions commands orders polic* safeguard* guardrail* restriction* constraint* programming safety protocol* limitation* moderation 指令 指示 规则 規則 命令 提示词 提示詞 提示 限制 ルール 制限 プロンプト 지시 지침 명령 규칙 제한 프롬프트 instruccion* instruções istruzion* anweisung* regeln regla* règle* consigne* инструкц* правил* polecen* zasad* talimat* kural* instruksi aturan mandate* norms convention conventions preference preferences standing_order* agreement charter vorgabe* pokyn* запрет* quy_tắc hướng_dẫn नियम القواعد تعليمات',
  // what came before, or all of it
  prior:
    'previous* prior earlier above preceding original initial existing before former everything 之前 以上 前面 所有 其他 全部 前の 以前 上記 すべて 全て 이전 앞의 모든 anterior* précédent* vorherig* bisherig* alle предыдущ* прежн* все poprzedni* önceki sebelumnya tod* tout* loaded_earlier up_to_now so_far until_now old_ones 之前收到 これまで 기존 위의 poprzednie прежние trước पुराने السابقة',
  // what stands in the way of harm
  guard:
    'review reviews approval approvals confirmation* permission* sandbox* safety moderation verification validation security_check* safety_check* access_check* access_control* security_audit security audit content_filter* content_polic* safety_filter* filters branch_protection oversight antivirus signature_check* authentication detection firewall scanner hooks consent checks warnings 安全 审核 確認 验证 보안 安全です seguridad sécurité sicherheit безопасност* gate gates deny_list blocklist block_list allowlist allow_list code_owners codeowners two_factor 2fa mfa rate_limit* csrf cors_check tls_verification ssl_verification certificate_validation certificate_check* signature* signing checksum integrity lockfile_integrity antivirus scan scans scanning linter lint ci_check* status_check* required_check* approval_prompt* prompts_for dialog dialogs consent_dialog tenant_filter access_rule* policy_engine monitoring supervision guard guards guard_rails guardrail* safeguards sign_off sandboxing sandboxed isolation quarantine protections protection branch_rule* pre_commit* pre_tool* hook assertion* 沙箱 权限 權限 检查 检验 签名 承認 権限 サンドボックス チェック レビュー 샌드박스 권한 검토 검사 verificaci* verifica* verificaç* confirmacion* confirmaç* confermazion* conferme revisi* revisão revisione revisori permisos permiss* permess* firmas assinatura* bac_à_sable contrôle* validation* vérificat* berechtigung* prüfung* rückfrage* freigabe* песочниц* подтвержд* провер* ревью potwierdz* przegląd* uprawnien* onay* inceleme* xác_nhận kiểm_tra quyền konfirmasi tinjauan समीक्षा पुष्टि تأكيد فحص مراجعة',
  // something is switched off or gone around
  disable:
    'disable* disabling skip skips skipping bypass* turn_off switch_off turning_off suppress* evad* circumvent* weaken* without avoid avoiding deactivat* unchecked loosen mute ignore ignoring remove remov* pass passes silence 关闭 禁用 绕过 跳过 無効に 비활성 desactiv* désactiv* deaktivier* отключ* wyłącz* disabled switching_off shut_off turned_off switched_off set_off comment_out commented_out loosen* relax* lift lifted drop exclude exempt neutralis* neutraliz* override overrides suspend suspended waive whitelist permissive off no_verify skip_ci allow_any allow_all return_true exit_0 overlook unset erase_the delete_the uncheck* ease lower 关掉 關閉 停用 不需要检查 無効 スキップ せずに 끄고 끄 없이 건너뛰 desactiva* desativ* disattiv* disabilit* sin_revisión sem_revisão senza_revisione sans_validation ohne_prüfung abschalten ausschalten schalte* umgeh* выключ* обойди без wyłącz bez kapat atla olmadan tắt bỏ matikan nonaktif* tanpa बंद बिना عطّل دون',
  // what must not leave
  secret:
    'credential* secret secrets passwords password_value passwd api_key* apikey* private_key* ssh_key* access_key* secret_key* .env .ssh .aws .netrc .npmrc .kube .gnupg .azure gcloud id_rsa id_ed25519 keychain cookies wallet* seed_phrase* mnemonic etc_passwd etc_shadow environment_variables environment_dump env_vars user_data personal_data customer_data source_code credit_card* security_credentials login_data keystore vault session_token* access_token* auth_token* authentication_token* token tokens private_file* sensitive_file* sensitive_data sensitive_information internal_config* pii passphrase database_dump database_credentials user_emails 密钥 密碼 密码 令牌 凭证 环境变量 パスワード 秘密鍵 トークン 비밀번호 토큰 키를 contraseñ* credencial* mot_de_passe passwör* zugangsdaten парол* токен* ключ* hasł* şifre* secrets_manager master_key signing_key* deploy_key* service_key* client_secret* kubeconfig pgpass dotfiles private_repository private_repo token_value root_password database_url connection_string* recovery_code* session_cookie* hashes password_hash* clipboard customer_list customer_emails card_number* iban ssh_config home_directory known_hosts ssh 环境 環境変数 私钥 秘钥 密钥 鍵 환경변수 비밀 contraseña* senha* senhas chave chaves clave claves clef clé credenziali schlüssel* passwort variáveis_de_ambiente parol* клю* пароль anahtar* mật_khẩu khóa kata_sandi kunci पासवर्ड كلمة',
  // something is sent
  send: 'send sends sending upload* post posts posting forward* transmit* exfiltrat* leak* email* e_mail* submit* share publish* attach* sync report* deliver* curl wget fetch request webhook relay pipe beacon copy push ping transfer* upload* hand_over hand_out dispatch* phone_home stream relay* beam ship deliver mirror mirrors dump_to report_to pass_along pass_it pass_on tunnel dns_request dns_query notify_the_server webhook_to blind_copy bcc cc 发送 發送 发到 上传 上傳 发给 转发 转账给 送信 送って 送れ アップロード 전송 보내 업로드 envía* envia* enviar envie invia* inviare envoi* envoy* transmet* sende* schick* übermittel* отправ* перешл* wyślij* prześlij* gönder* gửi kirim* unggah* भेज* أرسل*',
  // something is shown
  show: 'reveal* disclos* expos* dump print prints output outputs display repeat recite tell paste include insert append embed encod* leak write_out quote spell 输出 輸出 显示 打印 告诉我 公開 出力 表示 출력 표시 알려 muestr* mostr* imprim* affich* zeig* gib покаж* вывед* pokaż* göster* attach* share write_out type_out embed* put_into put_in put_it quote recap summari* render translate enumerate expose post_here commit hand_me give_me list 附在 写进 写入 粘贴 貼 表示せ 表示し 載せ 붙여 출력하 muestra* mostra* mostre exibe* affiche* montre* gib zeige* nenne выведи покажи pokaż wyświetl* göster* hiển_thị tampilkan दिखा* اعرض*',
  // something is read
  read: 'read reads reading open cat collect* extract* gather* harvest* grab* retriev* steal* find scan locate obtain load get access enumerate search look_up',
  // what was said in the session
  talk: 'conversation conversations chat_history message_history full_context whole_context entire_context all_messages tool_call_history user_prompts user_messages chat_metadata conversation_history whole_conversation entire_conversation full_conversation 对话 会話 대화 conversación',
  // the text tells of something, and does not ask for it
  about:
    'detect* prevent* block* blocks attack* explain* fixed fixes fix added adds bug describe* example* such_as documented docs guide works possible could would cannot treat vulnerability vulnerabilities cve risk* mitigat* protect* refuses reverted lists found case warning_about how why what which when if whether may might test_proves advisory advisories malicious untrusted researchers injection exploit exploits payloads patched upgrade workaround mitigations fixture fixtures mock tests tested test testing policy_says defence defense sanitis* sanitiz* strips stripped ignored_by logged refused reported reproduces regression documentation changelog story novel paper article talk lecture course tutorial example_of for_instance e_g such_a so_called called 漏洞 修复 脆弱性 修正 취약점 수정 vulnerabilidad* corrige* falla faille* lücke* behebt уязвим* исправл*',
  // it has happened
  past: 'was were been had did used_to now_logged',
  // a place outside
  out: 'webhook* external_endpoint external_server external_address external_host attacker* remote_server pastebin gist ngrok evil this_endpoint this_address following_address address_below server_below this_link 169.254.169.254 our_servers our_server marketplace external_task external_api* third_party control_server c2 collector attacker_s external offsite third_party_server paste pastes paste_bin transfer_sh upload_address status_page sponsor fork_of our_server our_webhook vendor_s my_server my_account my_email my_address relay_host tracking_pixel tracking_image remote_picture tracker beacon control_host task_server public_pad shared_pad public_gist telegram discord_webhook ngrok_io burp interactsh 以下地址 下面的地址 地址 下記のアドレス 주소 esta_dirección endereço indirizzo adresse_ci folgende_adresse адрес adres* địa_chỉ alamat पते العنوان',
  // something is run
  run: 'run runs running execut* install* eval exec launch invoke* call bash sh sudo chmod pip npm npx curl wget download* spawn subprocess perform source import start apply commit deploy merge evaluat* evaluate evals bootstrap setup_script setup install_script snippet command commands script scripts binary executable payload start_it background daemon postinstall one_liner shell powershell iex python_c node_e exec_the invoke_expression 执行 運行 运行 執行 実行 실행 ejecuta* execute* executa* esegui* lance* führ* führt starte* запусти* выполн* uruchom* çalıştır* chạy jalankan चलाओ شغّل',
  // something is hidden
  conceal:
    'conceal* secretly silently quietly covert* stealth* undetected unnoticed disguis* camouflag* obfuscat* sneak* invisibl* hidden hide hides hiding unaware beneath_the_detection unbeknownst discreet* innocuous innocent masquerad* hide_it hide_the unseen out_of_sight in_white small_print white_text between_us off_the_record do_not_list not_listed keep_it_out leave_it_out leave_out bury buried sneak unrelated innocently low_profile without_notice nobody_notices must_not_notice camouflage disguise erase_the_traces cover_up under_the_radar 悄悄 隐藏 偷偷 秘密 隠 숨기 몰래 oculta* esconde* esconda nascond* cache_cette verstecke* heimlich спрячь* скры* тайно ukryj* gizle* giấu sembunyikan छिपा* أخف*',
  // somebody is told
  tell: 'mention tell inform notify reveal disclose explain warn alert report acknowledge show ask log discuss comment bother question raise display say write_about informed told speak talk_about bring_up list_it describe quote 告诉 告訴 告知 提及 提到 通知 知らせ 伝え 알리 말하 digas dígas cuentes conte dirlo dire parle parler erwähn* sag sagt sage сообща* говор* упомина* mów* wspominaj* söyle* nói cho_biết beri_tahu katakan बताओ बता تخبر تذكر',
  // people
  user: 'user users human humans owner owners operator* developer* maintainer* admin* team anyone anybody nobody reviewer* customer* people them person someone reader readers operators employees client clients colleague colleagues boss visitors manager reviewers 用户 用戶 管理员 ユーザー 管理者 사용자 관리자 usuario usuário utente utilisateur nutzer benutzer anwender пользовател* użytkowni* kullanıcı* người_dùng pengguna उपयोगकर्ता المستخدم',
  // models and their products
  agent:
    "assistant assistants agent agents ai ais llm llms language_model* claude chatgpt gpt copilot codex gemini cursor bot bots chatbot* openclaw qclaw workbuddy 助手 智能体 アシスタント 에이전트 어시스턴트 asistente assistente ассистент* reviewer_bot reviewing_model automated_reader* automated_system* automated_tool* ai_tool* ai_tools crawler summariser summarizer language_model models machine_reader* tools_that assistant's your_user your_operator your_human your_model subagent* sub_agent* orchestrator planner executor coordinator ki KI代理 ai代理 代理 ai助手 人工智能 エージェント assistent* asystent* agentes agents_ia agenten агент* asistan* trợ_lý asisten सहायक المساعد الوكيل",
  // the reader
  you: "you your yourself yours u ur you're",
  // duty
  must: 'must always shall required mandatory have_to need_to should never obliged compulsory ensure make_sure strictly no_matter_what under_all_circumstances must_not expected_to required_to instructed_to obliged_to supposed_to is_to are_to has_to will_now need_to needs_to 请 必须把 すること せよ しなさい してください 하세요 하십시오 debe deben doit doivent muss müssen soll sollen должен должны нужно musi muszą gerek phải harus करो يجب',
  // haste
  urgent:
    'urgent* immediately emergency asap right_away attention mandatory highest_priority note_to action_required before_doing_anything before_anything before_responding 必须 立即 必ず すぐに 즉시 반드시 inmediatamente immédiatement sofort немедленно at_once quickly hurry time_is deadline_passes within_minutes right_now this_instant lives_depend or_else otherwise_the will_be_lost will_be_blocked will_fail_otherwise before_continuing before_you_begin before_you_start before_you_touch first_of_all first_things_first in_a_hurry before_it_is_too_late 马上 立刻 今すぐ 당장 de_inmediato tout_de_suite umgehend срочно natychmiast hemen',
  // for all time to come
  future:
    "from_now_on henceforth going_forward from_here_on future every_session every_response every_time each_time whenever across_sessions compaction permanent* persist* remember memory long_term every_conversation until_i all_responses every_answer all_your_responses each_response every_message every_reply all_future later_sessions next_session future_sessions next_time any_session every_run each_start permanently standing for_good for_ever for_the_rest from_today as_of_today as_of_now going_forwards from_this_point from_here preference_of 从今以后 从现在起 今後 これから 앞으로 지금부터 a_partir_de_ahora a_partir_de_agora de_agora_em_diante desormais désormais ab_sofort d'ora_in_poi da_ora_in_poi отныне od_teraz bundan_sonra từ_nay mulai_sekarang من_الآن",
  // somebody has agreed
  consent:
    "approved pre_approved preapproved authorized authorised authorization permitted granted consented consent signed_off agreed confirmed allowed whitelisted trusted cleared verified sanctioned grant permission entitled agreed_to waived exempt exemption exception granted_permission blanket_approval blanket clearance raised_your mandate_from signed off_by green_light green_lit ok'd okayed gave_the go_ahead has_accepted accepted legitimate delegated entrusted validated vetted blessed 批准 授权 授權 同意 许可 已经批准 承認済 承認は 許可済 승인 허가 동의 aprobó aprobado aprovou autorizó autorizou autorizado autorizzato approvato accordé approuvé donné_son_accord freigegeben genehmigt zugestimmt одобрил* разрешил* согласен zatwierdził* zgodził* onayladı onaylad* phê_duyệt đồng_ý menyetujui setuju अनुमति وافق",
  // nobody is asked
  noask:
    "without_asking without_confirmation without_approval without_permission without_prompting without_review without_verification without_hesitation without_question without_further do_not_ask don't_ask no_confirmation no_approval no_need_to_ask unattended auto_approve* autoapprove automatically no_questions just_click don't_question do_not_question no_further no_review without_the_user without_any without_waiting without_looking without_reading without_waiting without_a_review without_approval_from no_dialog no_prompt no_confirmation_is no_review_is not_needed never_ask need_not no_longer_need needs_no need_no skip_confirmation skip_the_confirmation skip_approval skip_review always_allow on_sight self_approve self_approval auto_merge automerge directly_to_main merge_directly without_a_summary without_showing yes_to_all with_yes don't_bother do_not_bother don't_wait 无需 不需要 不必 不用 不用问 确认なし 確認なし 問い合わせず 묻지 sin_preguntar sin_revisión sem_perguntar sem_revisão senza_chiedere senza_revisione sans_demander sans_lire aucune_validation ohne_rückfrage ohne_zu_fragen не_спрашивая не_читая без_ревью nie_pytaj bez_czytania bez_przeglądu sormadan incelemeden không_cần tanpa_bertanya tanpa_tinjauan बिना_पूछे دون_مراجعة دون_سؤال",
  // a role is played
  persona:
    "act_as acting_as pretend* persona personas in_character roleplay* role_play* role_playing simulat* play_the_role impersonat* alter_ego you_are_now you're_now respond_as behave_as behave_like take_on_the_role take_on_the_character in_the_voice embody embodiment playing_a_game let's_play imagine_you imagine_that_you fictional_world hypothetical_world become adopt_the take_up_the_persona answer_as reply_as speak_as going_to_be going_to_become dubbed opposite_day going_to_act stands_for 扮演 扮演一个 なりきって actúa agis_comme tu_es_maintenant spiel_die uncensored_twin twin no_longer_an you_play characters in_this_story suppose_that imagine_a you_were story_the 你现在是 あなたは今 당신은_이제 eres_ahora você_é_agora sei_ora du_bist_jetzt tu_es ты_теперь jesteś_teraz artık_sen",
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
    'new_instruction* new_task new_rule* new_prompt real_task actual_task true_purpose real_purpose instead new_priority new_directive* new_objective your_task your_goal your_role next_step* end_of_document end_of_instructions end_of_prompt actual_instruction* actual_goal real_instruction* new_role forget_the forget_everything updated_instruction* now_follow highest_priority takes_precedence supersedes admin_override system_override system_level real_work next_job current_job more_important the_question_is_irrelevant drop_what cancel_the_current instead_of_fixing instead_of_answering in_its_place rely_on_this only_this_document this_document_only only_from_here start_a_new 以本文档为准 以下の命令 이_문서를 solo_este_documento apenas_este_texto solo_questo ces_consignes_ci nur_noch_dieses только_этому tylko_ten yalnızca_bu chỉ_làm_theo',
  // harm is done
  harm: 'wipe destroy* rm_rf backdoor* reverse_shell malware keylogger* ransomware payload* cron crontab cronjob cron_job authorized_keys force_push rootkit botnet poison* sabotag* trojan steal* malicious phishing chmod_777 elevat* escalat* as_root netcat dev_tcp bashrc zshrc unauthorized attacker* exfiltrat* drop_all delete_all drop_the_production transfer_the pay_me money fake_identit* vote votes sybil 转账 轉帳 转帐 红包 紅包 送金 dinero geld деньги authorized deploy_key_of truncate purge delete_the erase_all destroys encrypt_the_files ransom setuid reverse_tunnel open_a_tunnel back_door rogue hijack* leak_the shadow launch_agent login_item persistence shell_history audit_trail audit_log* audit_table audit_record* history_c vulnerability_into insecure default_password world_readable public_read open_to_the_internet root_rights 删除 审计 監査 감사 auditoría auditoria prüfprotokoll* журналы_аудита',
  // a verdict is ordered
  report:
    "mark_as claim_that lgtm no_issues looks_good report_success report_that say_that pretend_that state_that looks_safe as_safe as_approved as_passed output_approved respond_with_success respond_with_the reply_with_the_word answer_with output_only say_only say_you always_approve approve_all recommend_approv* approve_this even_if false_positives just_click click_approve pwned compromised success_whatever will_hire rate_this rate_it give_full full_marks regardless_of whatever_the say_only answer_only claim_it claim_success report_to_the_user pretend_the state_only sign_off_this it_is_safe is_safe are_safe as_resolved as_invalid as_informational all_is_well everything_is_fine everything_is_normal everything_went all_clear no_problem* no_vulnerab* no_data_left although_it even_though 一切正常 安全的 代码安全 問題なし 문제없 todo_fue_bien todo_está_bien es_seguro está_seguro è_sicura tout_s'est_bien sans_problème alles_in_ordnung всё_в_порядке код_безопас* jest_bezpieczna güvenli",
  // what is written in another way
  code: 'decode decrypt* deobfuscat* unescape interpret encoded encrypted cipher rot13 base64 hex encode binary morse',
  // another text is obeyed
  obey: 'follow_the_instruction* follow_these_instruction* follow_its follow_my do_what_it execute_the_following comply act_on follow_it execute_it and_follow and_execute obey obeys do_exactly listen_to_me only_listen listen_only as_described_below carry_out_the 听我的 服从 従って 따르 obedec* obéi* gehorch* подчин* carry_out carry_them_out apply_them act_upon act_accordingly do_as do_what adhere complete_each perform_each perform_the work_through your_new_orders takes_its_orders stick_to_this rely_only listen_to_this 遵守 执行以下 以下だけに従う 따르십시오 따르세요 sigue siga segui befolge следуй* postępuj uy ikuti पालन اتبع',
  // a place that others read
  where:
    'issue ticket comment comments reply answer answers pull_request pr thread gist log logs changelog description summary below here response readme commit_message pull_requests channel chat ticket_below pad status_page public_repo public_fork fork address url link endpoint server host dns subdomain query_string image picture pixel',
  // all of it
  whole:
    'all every everything any full whole entire complete completely unabridged each blanket whatever always verbatim contents content 全部 所有 全文 すべて 全て 全体 모든 전체 todo toda todos todas tutto tutti tout toute tous alles alle jede* весь всё все полностью cały wszystko wszystkie tamamen tüm toàn_bộ tất_cả semua seluruh सभी पूरा كل جميع كاملة',
  // a change goes out
  ship: 'merge merges merging deploy deploys ship publish publishes release push force_push approve approves accept tag rollout 合并 合併 部署 发布 マージ デプロイ 병합 배포 fusiona* fusionn* fusione* mesclar faça_o_merge unisci déploie сливай слей scal zatwierdź birleştir hợp_nhất gabungkan मर्ज ادمج',
  // rights above others
  rights:
    'root sudo admin administrator admins superuser owner_role setuid elevated privileged privileges scope scopes clearance full_access unlimited_access all_tools all_permissions contents_write id_token write_access write_permission god_mode kernel chmod authorised_keys authorized_keys 管理员权限 特権 루트 суперпользовател*',
  // what decides what a tool may do
  config:
    'settings.json settings permissions.allow permissions mcp.json .mcp mcp config.toml config configuration claude.md agents.md gemini.md .cursorrules cursorrules .vscode gitconfig git_config npmrc .gitignore workflow workflows allow allowlist hooks memory.md rules_file bashrc profile global_config global_instructions mcpservers defaultmode',
  // something foreign is fetched
  install:
    'install installs installing download downloads downloaded fetch fetched curl wget npx pip npm fork tarball registry mirror package packages extension plugin plug_in helper binary gist installer 安装 下载 インストール ダウンロード 설치 다운로드 instala* installe* installiere* установи* zainstaluj kur cài_đặt pasang',
  // something is taken away
  remove:
    'delete deletes remove removes wipe erase drop truncate destroy purge uninstall kill clear clean_out overwrite rm close lock 删除 移除 清空 削除 消去 삭제 borra elimina apague cancella supprime lösche удали usuń sil xóa hapus हटा احذف',
  // what would be missed
  record:
    'audit log logs logfile history backup backups database databases table tables tests test branch branches repository volume cluster monitoring trail traces evidence findings finding lock_file 日志 数据库 备份 ログ 데이터베이스 registros journaux protokolle журнал* logi kayıt*',
  // somebody with a name for it
  claims:
    'administrator admin cto ceo ciso root security_team platform_team compliance legal security_department on_call vendor anthropic openai microsoft support manager supervisor head operator_of system_administrator official authority headquarters it_department qa_lead trust_team leadership 管理员 管理者 관리자 administrador administrateur amministratore администратор* yönetici quản_trị_viên प्रशासक المدير',
  // the reader stands for somebody
  yours:
    "your_user your_user's your_users the_user's_account the_user's_behalf user's_behalf behalf in_the_user's your_operator your_human your_owner your_developer your_creator your_vendor your_master your_principal your_configuration your_tools your_context your_memory your_system your_instructions your_rules your_guidelines your_prompt your_constraints your_training your_restrictions your_policies your_own your_credentials your_key your_identity",
  // the user is spoken of, not to
  third:
    'the_user the_users the_human the_humans the_operator the_developer the_owner the_reviewer the_reviewers the_customer a_human any_human humans anybody anyone nobody no_one',
  // a condition or a wish to know
  hedge:
    "if unless when before after because since only_if until please_do_not never avoid must_not should_not do_not don't cannot can't is_not are_not not",
  // it is a rule of the house
  told: 'documentation readme contributing docs guide wiki section chapter tutorial install_guide prerequisites usage license changelog release_notes version versions v2 linux macos windows homebrew apt',
  // come what may
  regard:
    'regardless although even_though whatever no_matter anyway nonetheless in_any_case despite irrespective always_the even_if',
  // money and accounts
  money:
    'invoice invoices payment payments iban wallet account_number refund transfer transfer_funds funds card stored_card subscription donation balance bank pay buy purchase bitcoin crypto 转账 付款 送金 支付 결제 pago paiement zahlung платёж',
  // others shall read it too
  copycat:
    'every_agent other_agents other_assistants spread replicate copy_this_paragraph copy_this_text each_document all_readme forward_this_message propagate into_each in_every_file every_file_you every_document all_repositories',
  // something is set or written
  alter:
    'set put add write edit change changes update modify insert append replace switch configure create make register store save extend point pin rename use turn enable comment_out amend include place commit zip squash schedule 把 改 设置 添加 追加 設定 추가 añade añadir agrega adiciona adicione aggiungi ajoute ajouter füge trage добав* dodaj ekle thêm tambah* जोड़ أضف',
  // somebody is let in
  grant: 'grant grants give gives invite allow allows let lets permit elevate escalate raise promote unlock hand trust',
  // a place is gone to
  visit: 'open visit follow call go load click look_at subscribe accept join connect look read fetch browse',
  // made unsafe
  weak: 'insecure predictable vulnerability md5 cors concatenation eval plain_text plaintext backdoor hardcoded hard_coded default_password default_admin skip_authentication false true verify_false http world tenant hidden_route seed any_certificate',
};
