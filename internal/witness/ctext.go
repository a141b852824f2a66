package witness

// This file finds the extent of statements in the text, for positions that the program does not keep. It need not be
// correct for all of C: if the extent is wrong, a place is not found or does not match.

// skipToken returns the offset after a string, a character constant, or one byte.
func skipToken(text []byte, i int) int {
	if c := text[i]; c == '"' || c == '\'' {
		for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ {
			if text[i] == '\\' {
				i++
			}
		}
	}
	return min(i+1, len(text))
}

// scanTo returns the offset of the first byte outside of brackets that is one of those in stop, or of the bracket that
// closes the brackets around i.
func scanTo(text []byte, i int, stop string) int {
	depth := 0
	for i < len(text) {
		if j := skipBlank(text, i); j > i {
			i = j
			continue
		}
		c := text[i]
		if depth == 0 {
			for k := range len(stop) {
				if c == stop[k] {
					return i
				}
			}
		}
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return i
			}
		}
		i = skipToken(text, i)
	}
	return len(text)
}

// header returns the extent of the round brackets after a keyword: the offsets after ( and of ).
func header(text []byte, i int) (open, end int, ok bool) {
	open = skipBlank(text, i)
	if open >= len(text) || text[open] != '(' {
		return 0, 0, false
	}
	end, ok = closing(text, open)
	return open + 1, end, ok
}

// label returns the offset of the statement after the label at i; the result is false if there is no label.
func label(text []byte, i int) (int, bool) {
	end := i
	for end < len(text) && isIdent(text[end]) {
		end++
	}
	if end == i {
		return 0, false
	}
	switch string(text[i:end]) {
	case "case":
		if end = scanTo(text, end, ":;"); end < len(text) && text[end] == ':' {
			return skipBlank(text, end+1), true
		}
		return 0, false
	}
	if end = skipBlank(text, end); end < len(text) && text[end] == ':' {
		return skipBlank(text, end+1), true
	}
	return 0, false
}

// stmtEnd returns the offset after the statement at i.
func stmtEnd(text []byte, i, depth int) int { return eachStmt(text, i, depth, nil) }

// eachStmt calls visit with the offset of each statement in the statement at i, after its labels, outer statements
// first. It does not visit blocks themselves. It returns the offset after the statement at i.
func eachStmt(text []byte, i, depth int, visit func(start int)) int {
	i = skipBlank(text, i)
	if i >= len(text) || depth > 200 {
		return len(text)
	}
	if text[i] == '{' && visit == nil {
		return min(scanTo(text, i+1, "")+1, len(text))
	}
	if text[i] == '{' {
		for i = skipBlank(text, i+1); i < len(text) && text[i] != '}'; i = skipBlank(text, i) {
			next := eachStmt(text, i, depth+1, visit)
			if next <= i {
				return len(text)
			}
			i = next
		}
		return min(i+1, len(text))
	}
	if next, ok := label(text, i); ok {
		return eachStmt(text, next, depth+1, visit)
	}
	if visit != nil && text[i] != '}' {
		visit(i)
	}
	for _, w := range []string{"if", "while", "for", "switch"} {
		if !startsWord(text, i, w) {
			continue
		}
		_, end, ok := header(text, i+len(w))
		if !ok {
			break
		}
		end = eachStmt(text, end+1, depth+1, visit)
		if next := skipBlank(text, end); w == "if" && startsWord(text, next, "else") {
			return eachStmt(text, next+4, depth+1, visit)
		}
		return end
	}
	if startsWord(text, i, "do") {
		i = eachStmt(text, i+2, depth+1, visit)
	}
	end := scanTo(text, i, ";")
	if end < len(text) && text[end] == ';' {
		end++
	}
	return end
}
