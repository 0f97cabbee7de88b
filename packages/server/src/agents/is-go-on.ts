/** What users say to go on, or to be polite, in twelve languages. */
const SAID: ReadonlySet<string> = new Set(
  (
    'yes yeah yep yup y no nope nah ok okay k sure right correct exactly fine great good nice perfect cool awesome thanks thank you thx ty lgtm ' +
    'please continue proceed resume go ahead on carry keep going next again retry do it that so this then and the a now just well done ' +
    'ja jo nein weiter mach danke bitte oui ouais non continuez merci sí si vale sigue continúa adelante gracias sim não prossiga continua obrigado grazie ' +
    'avanti tak dalej dzięki да нет давай продолжай дальше спасибо はい 続けて 继续 好 好的 是的 可以 谢谢 네 계속'
  ).split(' '),
);

const MOST_WORDS = 8;

/** Whether a prompt only says go on ("continue", "yes please", "ok, thanks"): it names nothing that a memory could be about. */
export function isGoOn(prompt: string): boolean {
  const words = prompt.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.length <= MOST_WORDS && words.every((word) => SAID.has(word));
}
