/** Refuses `useEffect(() => expression)`, because React would call the value of the expression as the clean-up. */
const blockBody = {
  /** @param {any} context */
  create(context) {
    return {
      /** @param {any} node */
      CallExpression(node) {
        const [effect] = node.arguments;
        if (!/^use(Layout|Insertion)?Effect$/.test(node.callee.name ?? node.callee.property?.name ?? '')) return;
        if (effect?.type !== 'ArrowFunctionExpression') return;
        const { type, operator } = effect.body;
        // A function as the result is meant as the clean-up; `void` has no result.
        const isMeant = ['BlockStatement', 'ArrowFunctionExpression'].includes(type) || operator === 'void';
        if (isMeant) return;
        context.report({
          node: effect,
          message: 'Give this effect a block or void: React calls what it returns as the clean-up.',
        });
      },
    };
  },
};

export default { meta: { name: 'effects' }, rules: { 'block-body': blockBody } };
