// What doctor needs to look after stores.
export { inPlaceOfState, storesOf } from './inventory.ts'
export { type Finding, isAmiss, type StoreState } from './state.ts'
