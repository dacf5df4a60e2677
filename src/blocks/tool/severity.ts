// Whether a line tells of trouble, whatever program wrote it.

const MOST = 600
const ERROR = /\b(?:error|errors|fatal|panic(?:ked)?|exception|fail(?:ed|ing|ure|ures|s)?|traceback|assert(?:ion)?(?:error)?|denied|refused|timed out|timeout|segmentation fault|core dumped|undefined reference|unresolved|not found|no such file|cannot|unable to|critical|aborted|killed)\b/i
const NAMED = /[A-Za-z]\w*(?:Error|Exception)\b|\bERR!|(?:^|\s)[✗✖×❌✘](?:\s|$)|^E\s{2,}/
const HARMLESS = /\b(?:0|no|without) (?:errors?|failures?|failed|failing|warnings?|exceptions?)\b|\b(?:errors?|failures?|failed|warnings?)(?: ?[:=] ?)0\b/gi
const WARNING = /\bwarn(?:ing|ings)?\b|\bdeprecat(?:ed|ion)\b|⚠/i

/** 2 for an error, 1 for a warning, 0 for neither. A line that says that there are none tells of none. */
export function severityOf(line: string): 0 | 1 | 2 {
  const start = line.slice(0, MOST)
  if (!ERROR.test(start) && !NAMED.test(start) && !WARNING.test(start)) return 0
  const told = start.replace(HARMLESS, '')
  if (ERROR.test(told) || NAMED.test(told)) return 2
  return WARNING.test(told) ? 1 : 0
}
