// An accessibility score as Lighthouse computes it: each audit is one rule of axe, all or nothing, with a weight by its impact; rules that have nothing to judge on a page do
// not count. The weights are those that Lighthouse publishes: https://developer.chrome.com/docs/lighthouse/accessibility/scoring

/** Rules by weight. */
const WEIGHTS = {
  10: ['aria-allowed-attr', 'aria-hidden-body', 'aria-required-attr', 'aria-required-children', 'aria-required-parent', 'aria-roles', 'aria-valid-attr', 'aria-valid-attr-value', 'button-name', 'duplicate-id-aria', 'image-alt', 'input-button-name', 'input-image-alt', 'label', 'meta-refresh', 'meta-viewport', 'select-name', 'video-caption'],
  7: ['accesskeys', 'aria-command-name', 'aria-conditional-attr', 'aria-dialog-name', 'aria-hidden-focus', 'aria-input-field-name', 'aria-meter-name', 'aria-progressbar-name', 'aria-prohibited-attr', 'aria-text', 'aria-toggle-field-name', 'aria-tooltip-name', 'aria-treeitem-name', 'bypass', 'color-contrast', 'definition-list', 'dlitem', 'document-title', 'frame-title', 'html-has-lang', 'html-lang-valid', 'link-in-text-block', 'link-name', 'list', 'listitem', 'object-alt', 'tabindex', 'target-size', 'td-headers-attr', 'th-has-data-cells', 'valid-lang'],
  3: ['form-field-multiple-labels', 'heading-order', 'html-xml-lang-mismatch', 'landmark-one-main', 'skip-link'],
  1: ['aria-deprecated-role', 'autocomplete-valid', 'presentation-role-conflict', 'svg-img-alt'],
}

const WEIGHT = new Map(Object.entries(WEIGHTS).flatMap(([weight, rules]) => rules.map((rule) => [rule, Number(weight)])))

/** The rules that count. */
export const RULES = [...WEIGHT.keys()]

/** The score of 0 to 100, how many rules had something to judge, and those that failed. */
export function scoreOf({ passes, violations, incomplete }) {
  const failed = new Set(violations.map(({ id }) => id))
  const applied = [...new Set([...passes, ...incomplete, ...violations].map(({ id }) => id))].filter((id) => WEIGHT.has(id))
  const weigh = (ids) => ids.reduce((sum, id) => sum + WEIGHT.get(id), 0)
  return { score: applied.length === 0 ? 0 : Math.round(100 * weigh(applied.filter((id) => !failed.has(id))) / weigh(applied)), rules: applied.length, failed: [...failed].filter((id) => WEIGHT.has(id)) }
}
