import { expect, test } from 'vitest'
import { piiOf } from './pii.ts'

test.each([
  ['email', 'email'], ['contactEmail', 'email'], ['e_mail', 'email'], ['Phone Number', 'phone'], ['mobile', 'phone'], ['ssn', 'national-id'], ['tax_id', 'national-id'], ['passport', 'national-id'], ['iban', 'payment'], ['password_hash', 'secret'],
  ['date_of_birth', 'birth'], ['zip', 'address'], ['last_name', 'name'], ['ip_address', 'network'], ['latitude', 'location'],
])('%s is guessed to be personal: %s', (column, kind) => expect(piiOf(column)).toBe(kind))

test.each(['id', 'address_id', 'email_id', 'amount', 'name', 'title', 'shipping', 'mobility', 'zipped', 'panel', 'tip', 'description', 'status'])('%s is not', (column) => expect(piiOf(column)).toBe(undefined))
