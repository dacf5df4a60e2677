// Makers of keys that have no beginning of their own: a value is theirs when their word stands in its name.

const WORDS =
  'adafruit adobe airtable akamai algolia alibaba aliyun amplitude asana atlassian confluence jira auth0 azure beamer bitbucket bittrex braintree buildkite bugsnag circleci clearbit clicksend clockify cloudflare cloudinary codecov cohere coinbase ' +
  'confluent contentful datadog deepl dockerhub discord droneci dropbox ebay elastic etsy facebook fastly figma finicity finnhub firebase flickr foursquare freshbooks freshdesk giphy gitter gocardless godaddy heroku hubspot imgur infura instagram ' +
  'intercom ipstack jfrog artifactory bintray xray kraken kucoin launchdarkly linear linkedin lob looker mailchimp mailgun mailjet mandrill mapbox mattermost maxmind meraki messagebird mixpanel mollie netlify newrelic nytimes okta onesignal opsgenie ' +
  'pagerduty paypal plaid postmark privateai pubnub pusher quandl rapidapi razorpay recaptcha rollbar salesforce segment sendbird sendgrid sentry shodan shopify sidekiq contribsys slack snyk sonar spotify square squarespace stripe sumologic sumo telegram telegr terraform ' +
  'trello travis twilio twitch twitter typeform unsplash vimeo vonage nexmo wakatime weatherstack wechat weixin yandex youtube zendesk zoho zoom'
/** Their words, as they stand in names; the longest first. */
export const MAKERS: readonly string[] = WORDS.split(' ').sort((a, b) => b.length - a.length)
/** What a name may end with, behind the word of a maker. */
const NOUN = /(?:key|token|secret|id|sid|auth|login|com|api|credential|bearer|hook|url|dsn)s?\d?$/i

/** The maker whose word is in a name that could be the name of a key. */
export function providerIn(name: string): string | undefined {
  if (!hasWord(name)) return undefined
  const plain = name.replace(/^(.*)$/, (all) => (all === all.toUpperCase() ? all.toLowerCase() : all)).replace(/new[_-]?relic/gi, 'newrelic').replace(/linked[_-]?in/gi, 'linkedin').replace(/message[_-]?bird/gi, 'messagebird').replace(/private[_-]?ai/gi, 'privateai')
  const match = partOfName(plain)?.exec(plain)
  const word = (match?.[1] ?? match?.[2])?.toLowerCase()
  if (word === undefined) return undefined
  const ends = plain.toLowerCase().endsWith(word)
  return ends || NOUN.test(plain) ? word : undefined
}

const WORD = new RegExp(MAKERS.join('|'))

/** Whether the word of a maker is anywhere in a name. Nearly none has one, and how it stands there takes longer to say. */
const hasWord = (name: string): boolean => WORD.test(name.toLowerCase().replace(/[_-]/g, ''))

/** The word of a maker as a part of a name: all in small letters, or with a capital. Of those that are in the name: a pattern of all would take a millisecond to make. */
function partOfName(name: string): RegExp | undefined {
  const small = name.toLowerCase()
  const words = MAKERS.filter((word) => small.includes(word))
  return words.length === 0 ? undefined : new RegExp(`(?<![a-z])(${words.join('|')})(?=$|[^a-z]|[A-Z])|(?:^|[a-z_.-])(${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('|')})(?![a-z])`)
}
