import { octetsBehave } from '../../test/kit/octets.ts'
import { octets } from './octets.ts'

octetsBehave(octets)
