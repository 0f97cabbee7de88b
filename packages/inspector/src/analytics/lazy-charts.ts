import { lazy, type LazyExoticComponent } from 'react';

// Asked for at once and drawn when it is there: the browser reads the library while the daemon counts.
const charts = import('./charts.ts');

type Charts = Awaited<typeof charts>;

function chart<Name extends keyof Charts>(name: Name): LazyExoticComponent<Charts[Name]> {
  return lazy(async (): Promise<{ default: Charts[Name] }> => ({ default: (await charts)[name] }));
}

/** The chart of that name in charts.ts. */
export const CountBars: LazyExoticComponent<Charts['CountBars']> = chart('CountBars');

/** The chart of that name in charts.ts. */
export const ImpactChart: LazyExoticComponent<Charts['ImpactChart']> = chart('ImpactChart');

/** The chart of that name in charts.ts. */
export const ParetoChart: LazyExoticComponent<Charts['ParetoChart']> = chart('ParetoChart');

/** The chart of that name in charts.ts. */
export const StackedBars: LazyExoticComponent<Charts['StackedBars']> = chart('StackedBars');
