/** Everything that draws with the library of the charts, which is larger than the rest of the app. */
export { CountBars } from './count-bars.tsx';
export { ImpactChart } from './impact-chart.tsx';
export { ParetoChart } from './pareto-chart.tsx';
export { StackedBars } from './stacked-bars.tsx';
