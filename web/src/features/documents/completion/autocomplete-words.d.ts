/** The package a second time, with the parts that complete: phones load them only if the rule allows it. */
declare module '@codemirror/autocomplete?words' {
  export * from '@codemirror/autocomplete';
}
