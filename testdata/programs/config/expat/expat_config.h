/* Nothing: .args says it. */
