// What doctor needs to look after stores.
export { storesOf } from './inventory.ts'
export { type Finding, isAmiss, type StoreState } from './state.ts'
