/** What a step of a plan can do (S3.70). There are no others: a plan is data, and nothing in it is evaluated. */
export const OPS = ['scan', 'filter', 'project', 'derive', 'join', 'aggregate', 'sort', 'limit', 'union', 'window', 'call', 'invoke'] as const
