/** What stands in an exchange: what the agent had said last, and what its user answered. Either may be missing. */
export interface ExchangeSides {
  readonly agent: string;
  readonly user: string;
}

const AGENT = 'Agent: ';
const USER = 'User: ';

/** An exchange as it is stored: `Agent: …`, an empty line, `User: …`. What a side says about sides is moved in by a blank, so that reading it back gives the same. */
export function writeExchange({ agent, user }: ExchangeSides): string {
  const parts = [agent === '' ? '' : `${AGENT}${inert(agent)}`, user === '' ? '' : `${USER}${inert(user)}`];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The sides of a stored exchange. A text of another form was said by the agent alone: what nobody confirmed proves least. */
export function readExchange(content: string): ExchangeSides {
  const at = content.startsWith(USER) ? 0 : content.indexOf(`\n\n${USER}`);
  const agent = at < 0 ? content : content.slice(0, at);
  const user = at < 0 ? '' : content.slice(at).trimStart().slice(USER.length);
  return { agent: agent.startsWith(AGENT) ? agent.slice(AGENT.length) : agent, user };
}

function inert(text: string): string {
  return text.replaceAll(/^(?= *(?:Agent|User): )/gmu, ' ');
}
