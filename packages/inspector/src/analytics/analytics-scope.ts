/** A stretch of time, and whose figures are wanted. */
export interface AnalyticsScope {
  readonly since: string;
  readonly projectId?: string;
}

/** What a view of figures is given. */
export interface AnalyticsViewProps {
  readonly scope: AnalyticsScope;
}
