/** Which events go with what is forgotten: none, those that it came from, or of open sessions none. */
export type EventsOf = 'none' | 'what-it-came-from' | 'what-outlived' | 'what-outlived-but-open';

/**
 * The parts of a statement, behind its `gone` (id, session_id, kind, metadata), that delete the events of sessions from which that was captured: its
 * session would say it again when it ends, and while they stand there nothing is forgotten. A correction has the number of what it corrects.
 * An exchange has the number of its prompt, or none when the agent had the last word; with it go the answers before that, which it quotes.
 * With the last exchange of a session that ended and whose talk was outlived goes what is left of the talk, also what no exchange held: nobody
 * would find the session any more.
 */
export function deleteEvents(which: EventsOf): string {
  if (which === 'none') return '';
  return `, said as (
        select gone.kind = 'exchange' as is_exchange, gone.session_id as talk_id, coalesce(gone.metadata ->> 'sessionId', gone.session_id) as session_id,
          ${ACTIVITY} as seq
        from gone
        where gone.metadata #> '{capture,activity}' is not null
          and not exists (
            select from observations o where o.org_id = $1 and o.superseded_by = gone.id and o.session_id = gone.session_id
              and o.metadata #> '{capture,activity}' = gone.metadata #> '{capture,activity}')
      ), spoken as (
        select session_id, min(talk_id) as talk_id, array_agg(seq) as seqs, array_agg(seq) filter (where is_exchange) as prompts
        from said where seq is not null and session_id is not null ${which === 'what-outlived-but-open' ? `and ${hasEnded('said')}` : ''}
        group by session_id
      ), talks as (
        select session_id, prompts, ${which === 'what-it-came-from' ? 'false' : IS_OVER} as is_over from spoken where prompts is not null
      ), events as (
        select a.ctid as place from spoken cross join lateral unnest(spoken.seqs) as said(seq)
        join session_activities a on a.org_id = $1 and a.session_id = spoken.session_id and a.seq = said.seq
        union
        select told.place from talks cross join lateral (${TOLD}) told
        where talks.is_over or (told.type <> 'thought' and told.prompt = any(talks.prompts))
      ), unsaid as (
        delete from session_activities a using events where a.org_id = $1 and a.ctid = events.place
      )`;
}

/** The number of an event; 0 = the agent had the last word, null = no event has such a number. */
const ACTIVITY = `case when gone.metadata #> '{capture,activity}' = 'null' then 0
            when gone.metadata #>> '{capture,activity}' ~ '^[0-9]{1,18}$' then (gone.metadata #>> '{capture,activity}')::bigint end`;

/** What was said in a session, each with the prompt that it is or that answered it; 0 = none did. A window, so that each session is read once. */
const TOLD = `
          select a.ctid as place, a.type, coalesce(min(a.seq) filter (where a.type = 'action') over (order by a.seq desc), 0) as prompt
          from session_activities a
          where a.org_id = $1 and a.session_id = talks.session_id
            and (a.type in ('response', 'thought') or (a.type = 'action' and 'prompt' in (a.body ->> 'event', a.body ->> 'name')))`;

const hasEnded = (of: string): string =>
  `exists (select from sessions s where s.org_id = $1 and s.id = ${of}.session_id and s.ended_at is not null)`;

const IS_OVER = `${hasEnded('spoken')} and not exists (
          select from observations o
          where o.org_id = $1 and o.kind = 'exchange' and o.session_id = spoken.talk_id
            and coalesce(o.metadata ->> 'sessionId', o.session_id) = spoken.session_id and o.id not in (select id from gone))`;
