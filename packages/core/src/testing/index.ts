export type { ContractStoreOptions, StoreContractCase, StoreHarness } from './harness.ts';
export { storeContract } from './store-contract.ts';
