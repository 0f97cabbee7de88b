/** "Ignore all earlier instructions" in one family of languages: what is done, to how much of it, and to what. */
interface Override {
  readonly verbs: string;
  readonly which: string;
  readonly what: string;
}

/** The languages that developers write most, beside English. Each needs all three in one sentence: compilers ignore instructions too. */
const OVERRIDES: readonly Override[] = [
  {
    verbs:
      'ignor\\p{L}{0,30}|olvid\\p{L}{0,30}|desestim\\p{L}{0,30}|esque[cç]\\p{L}{0,30}|desconsider\\p{L}{0,30}|dimentic\\p{L}{0,30}|oubli\\p{L}{0,30}|uit[aă]\\p{L}{0,30}|ne (?:tiens|tenez) pas compte',
    which:
      'tod[oa]s?|tudo|anterior\\p{L}{0,30}|previ[ao]s|pr[eé]c[eé]d\\p{L}{0,30}|tout\\p{L}{0,30}|tutt[oei]|ant[eé]rieur\\p{L}{0,30}|preced\\p{L}{0,30}|toate',
    what: 'instru\\p{L}{0,30}|istruzion\\p{L}{0,30}|reglas|regras|regole|r[eè]gles|consignes|[oó]rdenes|ordens|directri\\p{L}{0,30}|directives|dicho|dit[oe]?s?|detto',
  },
  {
    verbs:
      'ignorier\\p{L}{0,30}|vergiss|vergesst|vergessen|missacht\\p{L}{0,30}|negeer|vergeet|ignorera|glöm|ignorer|glem',
    which:
      'alle[nr]?|vorherig\\p{L}{0,30}|bisherig\\p{L}{0,30}|vorig\\p{L}{0,30}|eerder\\p{L}{0,30}|alla|tidigare|tidligere|obig\\p{L}{0,30}|früher\\p{L}{0,30}',
    what: 'anweisung\\p{L}{0,30}|regeln|vorgaben|instruktion\\p{L}{0,30}|instructies|regels|instruks\\p{L}{0,30}|befehle',
  },
  {
    verbs:
      'игнорир\\p{L}{0,30}|забудь\\p{L}{0,30}|не обращай\\p{L}{0,30}|ігнору\\p{L}{0,30}|забуд\\p{L}{0,30}|отмени\\p{L}{0,30}',
    which: 'все|всі|предыдущ\\p{L}{0,30}|прежн\\p{L}{0,30}|попередн\\p{L}{0,30}|прошл\\p{L}{0,30}|выше\\p{L}{0,30}',
    what: 'инструкци\\p{L}{0,30}|указани\\p{L}{0,30}|правил\\p{L}{0,30}|інструкці\\p{L}{0,30}|вказівк\\p{L}{0,30}|команд\\p{L}{0,30}',
  },
  {
    verbs: '(?:z?ignoruj|pomiń|pomi[nj]|zapomnij|zapome[nň]|ignorujte)\\p{L}{0,30}',
    which: 'wszystk\\p{L}{0,30}|poprzedni\\p{L}{0,30}|wcześniejsz\\p{L}{0,30}|všech\\p{L}{0,30}|předchoz\\p{L}{0,30}',
    what: 'instrukc\\p{L}{0,30}|polece\\p{L}{0,30}|zasad\\p{L}{0,30}|pokyn\\p{L}{0,30}|wytyczn\\p{L}{0,30}',
  },
  { verbs: 'bỏ qua|quên|phớt lờ', which: 'tất cả|mọi|trước', what: 'hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh|quy tắc' },
  { verbs: 'abaikan|lupakan', which: 'semua|sebelum\\p{L}{0,30}|terdahulu', what: 'instruksi|perintah|arahan|aturan' },
  {
    verbs: 'تجاهل|انس|أهمل|نادیده',
    which: 'جميع|كل|السابقة|قبلی|همه',
    what: 'التعليمات|تعليمات|الأوامر|القواعد|دستور\\p{L}{0,30}',
  },
];

/** The same where the verb comes last. */
const VERB_LAST: readonly Override[] = [
  {
    verbs: 'yok say|görmezden gel|unut|dikkate alma',
    which: 'tüm|bütün|önceki|yukarıdaki',
    what: 'talimat|komut|kural|yönerge',
  },
  { verbs: 'अनदेखा|नज़रअंदाज़|भूल', which: 'सभी|पिछले|पहले', what: 'निर्देश|आदेश|नियम' },
  { verbs: '무시|잊', which: '모두|모든|이전|앞의|지금까지', what: '지시|지침|명령|규칙|프롬프트' },
  { verbs: '無視|忘れ', which: '以前|これまで|上記|すべて|全て|前の', what: '指示|命令|指令|ルール|規則' },
];

const GAP = '[^.!?。\\n]{0,60}';
const sentence = ({ verbs, which, what }: Override): string =>
  `(?<!\\p{L})(?:${verbs})(?=${GAP}(?:${which}))${GAP}(?<!\\p{L})(?:${what})`;
// Syllables and signs of these have no spaces or other marks before them to hold on to.
const reversed = ({ verbs, which, what }: Override): string => `(?:${which})(?=${GAP}(?:${what}))${GAP}(?:${verbs})`;
const CHINESE = `(?:忽略|无视|無視|忘记|忘掉|不要遵守|不用管)${GAP}(?:之前|以上|上面|前面|所有|全部|先前)${GAP}(?:指令|指示|说明|命令|提示|规则|規則|要求)`;

const ELSEWHERE = new RegExp(
  [...OVERRIDES.map(sentence), ...VERB_LAST.map(reversed), CHINESE].map((pattern) => `(?:${pattern})`).join('|'),
  'iu',
);
/** Letters of other scripts, or of Latin with marks, or a word that a sentence in these languages hardly does without. */
const MAY_BE_FOREIGN =
  /[\u00C0-\u024F\u0370-\u1FFF\u3040-\uD7FF]|\b(?:que|con|una|sin|sem|senza|sans|ohne|bez|tanpa|jangan|das|der|die|les|per|che|vous|dan|yang|ini|anda|bir|nie|jest|alle|talimat\w{0,40}|komut\w{0,40}|ignor[aeiu]\w{0,40}|olvid\w{0,40}|desestim\w{0,40}|esque\w{0,40}|desconsider\w{0,40}|dimentic\w{0,40}|oubli\w{0,40}|verg(?:iss|ess|eet)\w{0,40}|missacht\w{0,40}|negeer|glem|abaikan|lupakan|zapom\w{0,40})\b/i;

/** Whether a text may be in another language than English. Most are not, and are not held against the patterns below: a fifth of the time. */
export function mayBeForeign(text: string): boolean {
  return MAY_BE_FOREIGN.test(text);
}

/** Whether a text tells its reader, in another language than English, to drop what it was told before. */
export function overridesElsewhere(text: string): boolean {
  return ELSEWHERE.test(text);
}

const WORD = '(?<!\\p{L})';
const IN_SENTENCE = '[^.!?。।\\n]';

/** What `STEERING_SIGNALS` look for, by their names, in the languages that developers write most beside English. */
export const FOREIGN_SIGNALS: Readonly<Record<string, readonly string[]>> = {
  'addresses the agent': [
    '(?:助手|代理|智能体|模型)[:：,，]',
    '(?:アシスタント|エージェント|モデル)(?:へ|の皆さん|に告ぐ)?[:：、]',
    '(?:에이전트|어시스턴트|비서|모델)(?:에게|께|들)?\\s?[:,]',
    `${WORD}(?:asistent[ea]|asistente|agente|assistente|l'assistant|assistant|asystenci?\\p{L}{0,30}|agenci?\\p{L}{0,30}|asisten|asistan|trợ lý)(?: de ia| d'ia| ia| ai)?\\s?[:,]`,
    `${WORD}(?:ki|ai)-(?:assistent|agent|modell)\\p{L}{0,30}|${WORD}(?:ассистент|помощник|помічник|агент|нейросет|модел)\\p{L}{0,30}\\s?[:,]`,
    '(?:सहायक|एजेंट|एआई)\\s?[:,]|(?:أيها|إلى) (?:المساعد|الوكيل)|المساعد\\s?[:،]',
  ],
  'claims consent': [
    '(?:用户|管理员|所有者|开发者)[^。\\n]{0,6}已[^。\\n]{0,6}(?:同意|批准|授权|确认|允许)',
    '(?:ユーザー|管理者|所有者|開発者)[^。\\n]{0,12}(?:承認|同意|許可)(?:済|し|を得)',
    '(?:사용자|관리자|소유자|개발자)[^.\\n]{0,10}(?:승인|동의|허락|허가)',
    `${WORD}(?:usuari|utilizador|due[ñn]o|propietari|administra|equipo|dono|utente|proprietario|amministratore)\\p{L}{0,30}${IN_SENTENCE}{0,24}(?:permis|apro[bv]|autori[zs]|consint|consen[st]|ac(?:c)?ept|aceit|accetta|concord|permess)\\p{L}{0,30}`,
    `${WORD}(?:utilisat|propriétaire|administrat|équipe)\\p{L}{0,30}${IN_SENTENCE}{0,24}(?:accord|approuv|autoris|consent|accept|permission)\\p{L}{0,30}`,
    `${WORD}(?:be)?(?:nutzer|anwender|eigentümer|besitzer|administrator|team)\\p{L}{0,30}${IN_SENTENCE}{0,24}(?:zugestimmt|genehmigt|erlaubt|freigegeben|eingewilligt|erlaubnis|zustimmung)`,
    `${WORD}(?:пользовател|владел|администратор|разработчик|користувач|власник|адміністратор)\\p{L}{0,30}${IN_SENTENCE}{0,24}(?:одобр|соглас|разреш|подтверд|схвал|погод|дозвол|підтверд)\\p{L}{0,30}`,
    `${WORD}(?:kullanıcı|yönetici|sahib)\\p{L}{0,30}${IN_SENTENCE}{0,16}(?:onay|izin|kabul)|${WORD}(?:użytkownik|właściciel|administrator)\\p{L}{0,30}${IN_SENTENCE}{0,24}(?:zgod|zatwierdz|zezwol|zaakcept)\\p{L}{0,30}`,
    `(?:người dùng|quản trị viên)${IN_SENTENCE}{0,16}(?:đồng ý|cho phép|phê duyệt|chấp thuận)|${WORD}(?:pengguna|pemilik|admin)${IN_SENTENCE}{0,16}(?:setuju|izin)`,
    `उपयोगकर्ता${IN_SENTENCE}{0,20}(?:अनुमति|सहमति|मंज़ूरी|स्वीकृति)|(?:المستخدم|المالك|المدير)${IN_SENTENCE}{0,12}(?:وافق|سمح|أذن)|(?:وافق|سمح|أذن) (?:المستخدم|المالك|المدير)`,
  ],
  'forbids asking': [
    '(?:无需|不必|不用|不要|无须|不经)再?次?(?:确认|询问|征求|审批)|(?:確認|承認|質問|許可)を?(?:せず|なし|不要|求めず|取らず)|(?:확인|승인|질문|묻지|허락)[^.\\n]{0,6}(?:말|없이|않고)',
    `${WORD}(?:sin|sem|senza|sans)\\s(?:\\p{L}{1,6}\\s)?(?:pregunt|perguntar|pedir|confirm|conferm|consult|apro[bv]|chiedere|demander|approb|validation)\\p{L}{0,30}|no (?:hace falta|es necesario) (?:pregunt|confirm|pedir)\\p{L}{0,30}`,
    `${WORD}ohne (?:\\p{L}{1,30} )?(?:(?:rück|nach)?frage\\p{L}{0,30}|bestätigung|zustimmung|genehmigung|zu fragen)`,
    `${WORD}(?:без (?:подтвержд|вопрос|одобрен|разрешен|спрос|підтвердж|питан|дозвол)|не спрашива|не питай)\\p{L}{0,30}|${WORD}(?:sormadan|onay almadan|onaysız|izinsiz)`,
    `${WORD}(?:bez (?:pytani|potwierdz|zgody|zatwierdz)|nie pytaj)\\p{L}{0,30}|(?:không cần|đừng) (?:hỏi|xác nhận)|${WORD}(?:tanpa (?:bertanya|konfirmasi|izin|persetujuan)|jangan (?:ber)?tanya)`,
    'बिना (?:पूछे|पुष्टि|अनुमति)|(?:دون|بدون) (?:سؤال|تأكيد|موافقة|إذن|أن تسأل)',
  ],
  'asks for secrecy': [
    '(?:不要|别|不得|请勿)[^。\\n]{0,6}(?:告诉|告知|透露|提及|通知|报告)|(?:報告|言及|通知|開示|伝え|教え|知らせ)(?:し|さ)?ない(?:で|こと)|秘密に|(?:알리지|말하지|보고하지|언급하지) ?(?:마|말)|비밀로',
    `${WORD}(?:no|não|non)\\s(?:(?:se|lo|le|les|o|a|ao|lhe|glielo|ne)\\s){0,2}(?:digas|cuentes|menciones|reveles|informes|avises|conte|diga|mencione|revele|informe|avise|dir|menzion|rivel|inform|avvis)\\p{L}{0,30}|${WORD}(?:sin|sem|senza)\\s(?:decir|inform|avisar|mencionar|contar|dir|avvis)\\p{L}{0,30}`,
    `${WORD}(?:n'en (?:parle|dis)|ne (?:le |lui |leur |l')?(?:dis|dites|mentionne|révèle|signale|informe))\\p{L}{0,30}|sans (?:le dire|en parler|prévenir|informer)`,
    `${WORD}(?:sag|erzähl|erwähn|verrat|meld|informier)\\p{L}{0,30}\\s${IN_SENTENCE}{0,30}\\b(?:nicht|nichts|niemand\\p{L}{0,30})|ohne ${IN_SENTENCE}{0,24}zu (?:informieren|erwähnen|sagen)`,
    `${WORD}(?:не|никому|нікому)\\s${IN_SENTENCE}{0,16}(?:говор|сообща|упомина|рассказыва|раскрыва|кажи|повідомля|згаду|розповіда)\\p{L}{0,30}`,
    `${WORD}(?:söyleme|bahsetme|bildirme|haber verme|anlatma|gizlice)|${WORD}nie (?:mów|wspominaj|informuj|ujawniaj|zgłaszaj)|đừng (?:nói|kể|báo|tiết lộ|cho)|${WORD}jangan (?:beri ?tahu|katakan|sebut|laporkan|cerita)|diam-diam`,
    '(?:मत|न) (?:बता|कह)|لا (?:تخبر|تذكر|تقل|تبلغ|تكشف)',
  ],
  'reaches for secrets': [
    '(?:发送|上传|输出|显示|打印|泄露)[^。\\n]{0,16}(?:密钥|密码|环境变量|令牌|凭证|\\.env)|(?:密钥|密码|环境变量|令牌|凭证|\\.env)[^。\\n]{0,10}(?:发送|发到|发出|上传|输出|发给)',
    '(?:パスワード|環境変数|秘密鍵|トークン|\\.env)[^。\\n]{0,12}(?:送|表示|出力|アップロード|貼)|(?:비밀번호|환경 ?변수|토큰|\\.env)[^.\\n]{0,12}(?:보내|전송|출력|업로드|표시)',
    `${WORD}(?:env[ií]|muestr|mostr|sub[ea]|copi|invi|caric|affich|envoi|envoy|publi|gib|zeig|send|lad|schick|отправ|покаж|вывед|скопир|надішл|göster|gönder|pokaż|wyślij|prześlij|gửi|hiển thị|kirim|tampilkan|unggah)\\p{L}{0,30}\\s${IN_SENTENCE}{0,40}(?:\\.env|token|contraseñ|credencial|chave|senha|password|credenzial|mot de passe|identifiants|schlüssel|passw|zugangsdaten|парол|токен|ключ|anahtar|şifre|klucz|hasł|mật khẩu|kunci|kata sandi)`,
    '(?:أرسل|اعرض|اطبع)[^.\\n]{0,24}(?:المفاتيح|كلم|البيئة|\\.env)|(?:कुंजी|पासवर्ड|\\.env)[^।\\n]{0,16}(?:भेज|दिखा)',
  ],
  'binds the future': [
    `从现在起|从今以后|今後は|今から|앞으로|지금부터|${WORD}(?:a partir de (?:ahora|agora)|dorénavant|désormais|ab (?:jetzt|sofort)|d'ora in poi|отныне|с этого момента|відтепер|bundan sonra|od teraz|từ (?:bây giờ|nay)|mulai sekarang)|अब से|من الآن`,
  ],
  'gives a new role': [
    `不受(?:任何)?(?:限制|约束)|你现在是|(?:制限|制約)(?:は|の|も)?(?:なし|ない|されない)|あなたは(?:今から|これから)|제한 ?(?:없|받지)|(?:너는|당신은) 이제|${WORD}(?:sin|sem|senza|sans|ohne|bez|tanpa|без) (?:\\p{L}{1,30} )?(?:restric|restri[zç]|einschränk|beschränk|ogranicze|batasan|ограничен|обмежен)\\p{L}{0,30}`,
    `${WORD}(?:ahora eres|agora você é|tu es maintenant|du bist (?:jetzt|nun|ab)|(?:ora|adesso) sei|теперь ты|ты теперь|тепер ти|artık sen|jesteś teraz|bây giờ bạn là|sekarang kamu|anda sekarang)|अब (?:तुम|आप)|أنت الآن|بدون قيود`,
  ],
  'asks for its instructions': [
    '(?:输出|显示|打印|泄露|给出|说出)[^。\\n]{0,12}提示词?|系统提示词?[^。\\n]{0,10}(?:输出|显示|打印|发|给)|プロンプト[^。\\n]{0,10}(?:表示|出力|教え|見せ)|프롬프트[^.\\n]{0,10}(?:출력|보여|표시|알려)',
    `${WORD}(?:muestr|mostr|revel|imprim|stamp|rivel|exib|affich|montr|révèl|gib|zeig|nenn|покажи|выведи|виведи|раскрой|pokaż|wyświetl|ujawnij|in ra|hiển thị|tampilkan|tunjukkan|cetak)\\p{L}{0,30}\\s${IN_SENTENCE}{0,20}(?:prompt|invite syst|промпт|системн|lời nhắc)`,
    `${WORD}sistem (?:istem|komut|prompt)\\p{L}{0,30}${IN_SENTENCE}{0,12}(?:göster|yazdır|ver)|प्रॉम्प्ट[^।\\n]{0,10}(?:दिखा|बता|छाप)|(?:اعرض|أظهر|اطبع)[^.\\n]{0,16}(?:النظام|التعليمات)`,
  ],
};
