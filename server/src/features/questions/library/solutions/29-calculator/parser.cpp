#include "parser.hpp"

#include "tokens.hpp"

namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(text) {}

  // sum = product (("+" | "-") product)*
  std::optional<long> sum() {
    auto value = product();
    while (value) {
      const bool is_plus = tokens_.take('+');
      if (!is_plus && !tokens_.take('-')) return value;
      const auto right = product();
      if (!right) return {};
      *value += is_plus ? *right : -*right;
    }
    return value;
  }

  bool at_end() { return tokens_.at_end(); }

 private:
  // product = factor ("*" factor)*
  std::optional<long> product() {
    auto value = factor();
    while (value && tokens_.take('*')) {
      const auto right = factor();
      if (!right) return {};
      *value *= *right;
    }
    return value;
  }

  // factor = "-" factor | number | "(" sum ")"
  std::optional<long> factor() {
    if (tokens_.take('-')) {
      const auto value = factor();
      if (!value) return {};
      return -*value;
    }
    if (tokens_.take('(')) {
      const auto value = sum();
      if (!tokens_.take(')')) return {};
      return value;
    }
    return tokens_.number();
  }

  Tokens tokens_;
};

}  // namespace

std::optional<long> evaluate(std::string_view text) {
  Parser parser(text);
  const auto value = parser.sum();
  if (!parser.at_end()) return {};
  return value;
}
