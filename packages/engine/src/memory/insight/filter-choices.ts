import type { Row, TenantDatabase } from '../../base/database/database.ts';

/** A value that lists can be narrowed by. */
export interface FilterChoice {
  /** null = no project, no agent; '' = no work type. */
  readonly value: string | null;
  readonly sessions: number;
  readonly observations: number;
}

/** Values that there are, the most frequent first, at most 200 of each. */
export interface FilterChoices {
  readonly projects: readonly FilterChoice[];
  readonly agents: readonly FilterChoice[];
  readonly workTypes: readonly FilterChoice[];
  readonly kinds: readonly FilterChoice[];
}

const MOST_CHOICES = 200;

/** What there is to choose from. */
export async function filterChoices(tenant: TenantDatabase): Promise<FilterChoices> {
  const rows = await tenant.query<ChoiceRow>({ text: CHOICES, values: [tenant.orgId] });
  const of = (field: ChoiceRow['field']): FilterChoice[] =>
    rows
      .filter((row) => row.field === field)
      .map(({ value, sessions, observations }) => ({ value, sessions, observations }));
  return { projects: of('project'), agents: of('agent'), workTypes: of('work-type'), kinds: of('kind') };
}

interface ChoiceRow extends Row, FilterChoice {
  readonly field: 'project' | 'agent' | 'work-type' | 'kind';
}

const CHOICES = `
  with counted as (
    select case when grouping(project_id) = 0 then 'project' when grouping(agent_id) = 0 then 'agent' else 'work-type' end as field,
      case when grouping(project_id) = 0 then nullif(project_id, '') when grouping(agent_id) = 0 then agent_id else work_type end as value,
      count(*) as sessions, 0 as observations
    from sessions where org_id = $1 group by grouping sets ((project_id), (agent_id), (work_type))
    union all
    select case when grouping(project_id) = 0 then 'project' when grouping(agent_id) = 0 then 'agent' else 'kind' end,
      case when grouping(project_id) = 0 then nullif(project_id, '') when grouping(agent_id) = 0 then agent_id else kind end, 0, count(*)
    from observations where org_id = $1 group by grouping sets ((project_id), (agent_id), (kind))
  ), ranked as (
    select field, value, sum(sessions)::int as sessions, sum(observations)::int as observations,
      row_number() over (partition by field order by sum(sessions) + sum(observations) desc, value) as place
    from counted group by field, value
  )
  select field, value, sessions, observations from ranked where place <= ${MOST_CHOICES} order by field, place`;
