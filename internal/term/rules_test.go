package term

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// pattern is a term to which a rule applies for some widths and literals. The text is SMT-LIB over the variables x, y,
// z (bit-vectors of width $w), p, q (Bool), a, b (Int) and m (array from bit-vectors to bit-vectors). $k and $l are
// bit-vector literals, $K and $L integers, $i and $j indices below the width.
type pattern struct {
	rule Rule
	text string
}

var patterns = []pattern{
	{R1, "(bvadd $k $l)"}, {R1, "(bvudiv $k $l)"}, {R1, "(bvsdiv $k $l)"}, {R1, "(bvurem $k $l)"}, {R1, "(bvsrem $k $l)"},
	{R1, "(bvmul $k $l)"}, {R1, "(bvshl $k $l)"}, {R1, "(bvlshr $k $l)"}, {R1, "(bvashr $k $l)"}, {R1, "(bvsle $k $l)"},
	{R1, "(bvule $k $l)"},
	{R1, "(concat $k $l)"}, {R1, "((_ extract $i $j) $k)"}, {R1, "(bvxor (bvnot $k) (bvneg $l))"},
	{R1, "((_ sign_extend 3) $k)"}, {R1, "((_ zero_extend 3) $k)"},
	{R1, "(div $K $L)"}, {R1, "(mod $K $L)"}, {R1, "(* $K $L)"}, {R1, "(<= $K $L)"}, {R1, "(bv2nat $k)"},
	{R1, "((_ int2bv $w) $K)"},
	{R2, "(not (not p))"},
	{R3, "(and q (and true p q))"}, {R3, "(or (or p q) p false)"}, {R3, "(and p p)"}, {R3, "(or false p)"},
	{R4, "(and p (or q p) (not p))"}, {R4, "(or p q (not p))"}, {R4, "(and p q false)"}, {R4, "(or p true)"},
	{R5, "(and p (or q p))"}, {R5, "(or p (and q p))"}, {R5, "(and (or q p) q p)"},
	{R6, "(and p (or (not p) q))"}, {R6, "(or (not p) (and p q))"}, {R6, "(and (not p) (or p q (= x y)))"},
	{R6, "(and (not p) (not q) (or p q))"},
	{R8, "(= x x)"}, {R8, "(= a a)"}, {R9, "(= p true)"}, {R9, "(= false p)"},
	{R10, "(= (not p) (not q))"}, {R10, "(= p (not q))"}, {R10, "(= (not p) q)"}, {R10, "(= p (not p))"},
	{R11, "(= (ite p $k $l) $k)"}, {R11, "(= (ite p $k $l) $l)"}, {R11, "(= #b101 (ite p #b111 #b010))"},
	{R11, "(= (ite p $K $L) 3)"},
	{R11, "(= (bvmul $k (ite p $l (ite q $k $l))) (bvadd $l (ite (= x y) $k $l)))"},
	{R11, "(<= (+ a $K) (+ a (ite p 3 $L)))"},
	{R11, "(bvule (bvadd $k (ite p $l $k)) (ite q $k (ite p $l $k)))"},
	{R11, "(bvsle (bvadd (ite p $l $k) (ite q $k $l)) $k)"},
	{R12, "(= (ite p x y) x)"}, {R12, "(= y (ite p x y))"}, {R12, "(= (ite p $k x) $k)"},
	{R13, "(= (ite p $k x) $l)"}, {R13, "(= (ite p x $k) $l)"},
	{R14, "(= ((_ zero_extend 1) x) (concat #b0 $k))"}, {R14, "(= ((_ zero_extend 1) x) (concat #b1 $k))"},
	{R14, "(= ((_ zero_extend 3) x) ((_ zero_extend 3) y))"},
	{R14, "(= ((_ sign_extend 1) x) (concat #b0 $k))"}, {R14, "(= ((_ sign_extend 1) x) (concat #b1 $k))"},
	{R14, "(= ((_ sign_extend 2) x) ((_ sign_extend 2) y))"},
	{R15, "(= (concat x y) (concat $k $l))"}, {R15, "(= (concat x y) (concat y x))"},
	{R16, "(= (bvxor x $k) $l)"}, {R16, "(= (bvxor x y) (bvsub $k $k))"},
	{R17, "(= (+ (* 4 a) $K) (* 6 b))"}, {R17, "(= (* $K a) (+ $L (* 2 a)))"}, {R17, "(= (- a b) $K)"},
	{R17, "(= (+ a b) (+ b a $K))"}, {R17, "(= (- $K a) (* 3 b))"},
	{R18, "(= (bvmul $k x) $l)"}, {R18, "(= (bvadd x y) (bvsub x y))"}, {R18, "(= (bvadd x $k) (bvmul $l y))"},
	{R18, "(= (bvnot x) y)"}, {R18, "(= (bvadd x y) (bvadd y $k x))"}, {R18, "(= (bvneg x) $k)"},
	{R18, "(= (bvsub (bvmul $k x) y) (bvmul $l y))"}, {R18, "(= (bvadd $k x x) (bvadd y y))"},
	{R19, "(= (bv2nat x) $K)"}, {R19, "(= (bv2nat x) (bv2nat y))"}, {R20, "(= y x)"}, {R20, "(bvxor y x)"},
	{R21, "(ite true x y)"}, {R21, "(ite false x y)"}, {R21, "(ite p x x)"}, {R22, "(ite (not p) x y)"},
	{R23, "(ite p true q)"}, {R23, "(ite p false q)"}, {R23, "(ite p q true)"}, {R23, "(ite p q false)"},
	{R23, "(ite p p q)"}, {R23, "(ite p q p)"},
	{R24, "(ite p q (not q))"}, {R24, "(ite p (not q) q)"}, {R25, "(ite p (ite p x y) z)"}, {R25, "(ite p x (ite p y z))"},
	{R26, "(ite p (ite q x y) y)"}, {R26, "(ite p x (ite q x y))"}, {R26, "(ite p (ite q x y) x)"},
	{R26, "(ite p x (ite q y x))"},
	{R27, "(ite (= x y) x y)"}, {R27, "(ite (= x y) y x)"}, {R27, "(ite (= x $k) $k x)"},
	{R28, "(bvnot (ite p $k $l))"}, {R28, "((_ sign_extend 2) (ite p $k $l))"}, {R28, "((_ extract $i $j) (ite p $k $l))"},
	{R28, "(bv2nat (ite p $k $l))"},
	{R28, "(bvnot (ite p $k (ite q $l (bvneg $k))))"}, {R28, "((_ int2bv $w) (ite p $K $L))"},
	{R29, "(bvadd x y x (bvneg y))"}, {R29, "(bvsub (bvadd x $k) (bvsub y $l))"}, {R29, "(bvadd (bvnot x) x)"},
	{R29, "(bvadd (bvmul $k x) (bvmul $l x) y)"}, {R29, "(+ a (* $K b) a $L)"}, {R29, "(- (+ a b) (- b a))"},
	{R29, "(bvadd y x)"},
	{R30, "(bvmul x $k y $l)"}, {R30, "(bvmul $k (bvadd x (bvmul $l y)))"}, {R30, "(bvmul $k (bvnot x))"},
	{R30, "(* $K (+ a $L (* 2 b)))"}, {R30, "(* a (* $K b))"}, {R30, "(bvmul (bvmul $k x) (bvmul $l y))"},
	{R31, "(bvneg x)"}, {R31, "(bvneg (bvadd x y $k))"}, {R32, "(bvsub (bvneg x) (bvnot (bvsub x x)))"},
	{R32, "(bvadd (bvneg x) (bvnot (bvsub x x)))"}, {R32, "(bvnot (bvadd x $k))"}, {R32, "(bvnot (bvmul $k x))"},
	{R33, "(bvnot (bvnot x))"}, {R33, "(bvnot (bvxor x $k))"},
	{R34, "(bvand y x y)"}, {R34, "(bvor $k x $l)"}, {R34, "(bvand (bvand x $k) (bvand y $l))"},
	{R34, "(bvor x (bvor y x))"}, {R34, "(bvand x (bvnot (bvsub x x)))"},
	{R35, "(bvand x y (bvnot x))"}, {R35, "(bvor x (bvnot x) y)"}, {R35, "(bvand x (bvsub y y))"},
	{R35, "(bvor (bvnot $k) x $k)"},
	{R36, "(bvand x $k)"}, {R36, "(bvand x y $k)"}, {R37, "(bvand (concat #b000 x) (concat #b101 $k))"},
	{R37, "(bvand (concat #b0 x) (concat #b0 $k))"},
	{R38, "(bvor (bvshl ((_ zero_extend $w) y) ((_ zero_extend $w) $k)) ((_ zero_extend $w) x))"},
	{R38, "(bvor ((_ zero_extend $w) x) (bvshl ((_ zero_extend $w) y) (_ bv$w $2w)))"},
	{R38, "(bvor (bvshl (concat y x) (_ bv$w $2w)) ((_ zero_extend $w) y))"},
	{R38, "(bvor (bvmul (concat y x) (bvshl (_ bv2 $2w) (_ bv$w $2w))) ((_ zero_extend $w) y))"},
	{R39, "(bvxor x x)"}, {R39, "(bvxor x $k)"}, {R40, "(bvxor (bvnot x) y)"}, {R40, "(bvxor x (bvnot y))"},
	{R40, "(bvxor (bvnot x) (bvnot y))"}, {R40, "(bvxor $k (bvnot y))"},
	{R41, "(bvxor $k (bvxor x $l))"}, {R41, "(bvxor x (bvxor y x))"}, {R41, "(bvxor (bvxor $k x) $l)"},
	{R42, "(bvshl x $k)"}, {R43, "(bvlshr x $k)"}, {R44, "(bvashr x $k)"}, {R45, "(bvshl (bvsub x x) y)"},
	{R45, "(bvashr x (bvsub y y))"}, {R45, "(bvlshr (bvsub x x) y)"},
	{R46, "(bvudiv x $k)"}, {R46, "(bvsdiv x $k)"}, {R47, "(bvurem x $k)"}, {R47, "(bvsrem x $k)"},
	{R48, "(bvurem x x)"}, {R48, "(bvsrem x x)"}, {R48, "(bvurem (bvsub y y) x)"}, {R48, "(bvsrem (bvsub y y) x)"},
	{R49, "(bvudiv (concat #b00 x) (concat #b00 $k))"}, {R49, "(bvurem (concat #b00 x) (concat #b00 $k))"},
	{R49, "(bvudiv (concat #b00 x) (concat #b01 $k))"}, {R49, "(bvurem (concat #b00 x) (concat #b01 $k))"},
	{R50, "(bvsdiv (concat #b00 x) (concat #b00 $k))"}, {R50, "(bvsrem (concat #b00 x) (concat #b01 $k))"},
	{R50, "(bvsrem (concat #b0 x) (concat #b0 $k))"},
	{R51, "((_ extract $i $j) ((_ extract $w 1) (concat x #b1 y)))"},
	{R52, "((_ extract $i $j) (concat #b1 ((_ extract $j 0) x)))"},
	{R52, "((_ extract $i $j) ((_ extract $w 0) (concat x y)))"}, {R52, "((_ extract $i 0) (concat x y))"},
	{R52, "((_ extract $w $i) (concat x y))"},
	{R53, "((_ extract $w $i) ((_ zero_extend 3) x))"}, {R53, "((_ extract $w $i) ((_ sign_extend 3) x))"},
	{R53, "((_ extract $i $j) ((_ zero_extend 3) x))"}, {R53, "((_ extract $w $w) ((_ sign_extend 3) x))"},
	{R53, "((_ extract $w $w) ((_ zero_extend 3) x))"},
	{R53, "((_ extract $i $j) ((_ sign_extend 3) ((_ extract $j 0) x)))"},
	{R54, "((_ extract $i $j) (bvshl x $k))"}, {R54, "((_ extract $i $j) (bvmul x $k))"},
	{R55, "((_ extract $i 0) (bvadd ((_ zero_extend $w) x) ((_ sign_extend $w) y)))"},
	{R55, "((_ extract $i 0) (bvmul ((_ zero_extend $w) x) ((_ zero_extend $w) y)))"},
	{R55, "((_ extract $i 0) (bvsub ((_ zero_extend $w) x) ((_ sign_extend $w) y)))"},
	{R55, "((_ extract $i $j) (bvnot x))"}, {R55, "((_ extract $i $j) (bvor x $k))"},
	{R55, "((_ extract $i $j) (bvxor x $k))"}, {R55, "((_ extract $i $j) (bvand x $k))"},
	{R56, "(concat (concat x y) p1)"}, {R56, "(concat (bvsub y y) x)"},
	{R57, "(concat ((_ extract $i 2) x) (concat ((_ extract 1 $j) x) y))"},
	{R57, "(concat ((_ extract $w 1) (concat #b1 x)) ((_ extract 0 0) x))"},
	{R57, "(concat (ite p ((_ extract $i 2) x) ((_ extract $i 2) y)) " +
		"(ite p ((_ extract 1 $j) x) ((_ extract 1 $j) y)))"},
	{R57, "(concat (ite p (ite q ((_ extract $i 1) x) ((_ extract $i 1) y)) ((_ extract $i 1) z)) " +
		"(ite p (ite q ((_ extract 0 0) x) ((_ extract 0 0) y)) ((_ extract 0 0) z)))"},
	{R57, "(concat $k (concat $l x))"}, {R57, "(concat ((_ extract $i 1) x) ((_ extract 0 0) x))"},
	{R57, "(concat ((_ extract $i 1) x) (concat ((_ extract 0 0) x) y))"},
	{R58, "(concat ((_ zero_extend 2) x) y)"}, {R58, "(concat ((_ sign_extend 2) x) y)"},
	{R58, "(concat $k ((_ zero_extend 2) y))"},
	{R59, "((_ zero_extend 2) ((_ zero_extend 1) x))"}, {R59, "((_ sign_extend 2) ((_ sign_extend 1) x))"},
	{R59, "((_ sign_extend 2) ((_ zero_extend 1) x))"},
	{R59, "(bvadd ((_ zero_extend 2) ((_ zero_extend 1) x)) ((_ zero_extend 2) ((_ sign_extend 1) x)))"},
	{R60, "(bvult x y)"}, {R60, "(bvslt x y)"}, {R61, "(bvule x $k)"}, {R61, "(bvule $k x)"}, {R61, "(bvsle x $k)"},
	{R61, "(bvsle $k x)"}, {R61, "(bvult x $k)"}, {R61, "(bvslt $k x)"}, {R61, "(bvsle x x)"},
	{R62, "(bvule ((_ zero_extend 2) x) ((_ zero_extend 2) y))"},
	{R62, "(bvsle ((_ zero_extend 2) x) ((_ zero_extend 2) y))"},
	{R62, "(bvule ((_ sign_extend 2) x) ((_ sign_extend 2) y))"},
	{R62, "(bvsle ((_ sign_extend 2) x) ((_ sign_extend 2) y))"},
	{R62, "(bvule ((_ zero_extend 1) x) (concat #b0 $k))"}, {R62, "(bvule ((_ zero_extend 1) x) (concat #b1 $k))"},
	{R62, "(bvsle ((_ zero_extend 1) x) (concat #b0 $k))"}, {R62, "(bvsle ((_ zero_extend 1) x) (concat #b1 $k))"},
	{R62, "(bvslt ((_ zero_extend 2) x) (concat #b01 $k))"},
	{R62, "(bvule ((_ sign_extend 1) x) (concat #b0 $k))"}, {R62, "(bvule ((_ sign_extend 1) x) (concat #b1 $k))"},
	{R62, "(bvsle ((_ sign_extend 1) x) (concat #b0 $k))"}, {R62, "(bvsle ((_ sign_extend 1) x) (concat #b1 $k))"},
	{R62, "(bvslt (concat #b1 $k) ((_ sign_extend 1) x))"},
	{R62, "(bvsle ((_ sign_extend 1) x) ((_ sign_extend 1) $k))"},
	{R62, "(bvule ((_ sign_extend 1) $k) ((_ sign_extend 1) x))"},
	{R63, "(<= (* $K a) $L)"}, {R63, "(<= (+ a $K) (* 2 b))"}, {R63, "(< (* 4 a) (- (* 6 b) $K))"}, {R63, "(<= a a)"},
	{R63, "(>= a $K)"}, {R63, "(< a b)"}, {R63, "(<= (+ (* $K a) $L) (* $K b))"},
	{R64, "(<= (bv2nat x) $K)"}, {R64, "(<= $K (bv2nat x))"}, {R64, "(<= (mod a 5) $K)"},
	{R64, "(<= (+ (bv2nat x) (* $K (bv2nat y))) (- 7))"}, {R64, "(<= (- (mod a 3) (mod b 4)) $K)"},
	{R64, "(<= (* $K (mod a (- 7))) $L)"},
	{R65, "(<= (bv2nat x) $K)"}, {R65, "(< $K (bv2nat x))"}, {R65, "(<= (bv2nat x) (bv2nat y))"},
	{R65, "(>= (bv2nat y) (bv2nat x))"}, {R65, "(< (bv2nat x) (bv2nat y))"}, {R65, "(<= (* 2 (bv2nat x)) $K)"},
	{R66, "(div a $K)"}, {R66, "(mod a $K)"}, {R66, "(div (- a) (- 3))"},
	{R67, "(div (+ (* $K a) b $L) 5)"}, {R67, "(mod (+ (* $K a) b $L) 6)"}, {R67, "(mod (mod a 12) $K)"},
	{R67, "(mod (+ b (* $K (mod a 12))) 4)"}, {R67, "(div (div a $K) $L)"}, {R67, "(div (mod a 7) $K)"},
	{R67, "(mod (mod a 7) $K)"},
	{R67, "(mod (bv2nat x) $K)"}, {R67, "(div (+ (bv2nat x) (* 9 b)) $K)"}, {R67, "(div (+ (* 8 a) (mod b 4)) $K)"},
	{R67, "(mod (* $K a) $L)"},
	{R68, "(bv2nat ((_ int2bv $w) a))"}, {R68, "((_ int2bv 3) (bv2nat x))"}, {R68, "(bv2nat ((_ zero_extend 2) x))"},
	{R68, "((_ int2bv $w) (mod a 16))"}, {R68, "((_ int2bv $w) (mod a $K))"}, {R68, "((_ int2bv $w) (bv2nat x))"},
	{R73, "(select (store m $k y) (ite p $k $l))"}, {R73, "(select m (bvadd (ite p $k $l) (ite q $l $k)))"},
	{R69, "(select (store m (ite p #b01 #b00) y) #b11)"},
	{R75, "(ite p (ite q $k $l) (ite (= x y) (bvneg $k) $l))"}, {R75, "(ite p (ite q $k $l) (ite (= x y) $k $l))"},
	{R76, "(ite p (ite (and p q) x y) z)"}, {R76, "(ite p (ite (or (not p) q) x y) z)"},
	{R76, "(ite p x (ite (or p q) y z))"},
	{R76, "(ite p x (ite (and (not p) q) y z))"}, {R76, "(ite p (ite (or p q) x y) z)"},
	{R77, "(ite p ((_ extract $i $j) x) ((_ extract $i $j) y))"},
	{R78, "(bvadd (ite p $l (ite q $k $l)) $l)"}, {R78, "(+ $K (ite p 1 $L))"},
	{R79, "(= (bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x)) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) y)))"},
	{R79, "(= (bvadd ((_ sign_extend 3) $l) (bvmul ((_ zero_extend 3) $k) ((_ sign_extend 3) x))) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) y)))"},
	{R79, "(= (bvmul ((_ sign_extend 3) $k) ((_ zero_extend 3) x)) ((_ sign_extend 3) $l))"},
	{R79, "(= (bvadd ((_ zero_extend 3) x) ((_ zero_extend 3) y)) (bvadd ((_ zero_extend 3) $l) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x))))"},
	{R79, "(bvule (bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x)) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) y)))"},
	{R79, "(bvule (bvadd ((_ zero_extend 3) $l) (bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x))) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) y)))"},
	{R79, "(bvule (bvmul ((_ sign_extend 3) $k) ((_ zero_extend 3) x)) ((_ sign_extend 3) $l))"},
	{R79, "(bvule (bvadd ((_ zero_extend 3) x) ((_ zero_extend 3) y)) (bvadd ((_ zero_extend 3) $l) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x))))"},
	{R79, "(bvsle (bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x)) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) y)))"},
	{R79, "(bvsle (bvadd ((_ sign_extend 3) $l) (bvmul ((_ zero_extend 3) $k) ((_ sign_extend 3) x))) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) y)))"},
	{R79, "(bvsle (bvmul ((_ sign_extend 3) $k) ((_ zero_extend 3) x)) ((_ sign_extend 3) $l))"},
	{R79, "(bvsle (bvadd ((_ zero_extend 3) x) ((_ zero_extend 3) y)) (bvadd ((_ zero_extend 3) $l) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x))))"},
	{R79, "(bvult (bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x)) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) y)))"},
	{R79, "(bvult (bvadd ((_ zero_extend 3) $l) (bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x))) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) y)))"},
	{R79, "(bvult (bvmul ((_ sign_extend 3) $k) ((_ zero_extend 3) x)) ((_ sign_extend 3) $l))"},
	{R79, "(bvult (bvadd ((_ zero_extend 3) x) ((_ zero_extend 3) y)) (bvadd ((_ zero_extend 3) $l) " +
		"(bvmul ((_ zero_extend 3) $k) ((_ zero_extend 3) x))))"},
	{R74, "(or p (bvsle x y) (bvsle y x))"}, {R74, "(and p (bvult x y) (bvult y x))"},
	{R74, "(and (bvslt x y) (bvsle x y))"},
	{R74, "(or (bvult x y) p (bvule x y))"},
	{R69, "(select (store m x y) x)"}, {R69, "(select (store m $k y) $l)"}, {R69, "(select (store m x y) (bvadd x $k))"},
	{R69, "(select (store (store m (bvadd x $k) y) x $l) (bvadd x $l))"},
	{R69, "(select ((as const (Array (_ BitVec 2) (_ BitVec $w))) x) #b10)"},
	{R69, "(select (store (store m $k x) $l y) $l)"},
	{R70, "(store (store m x y) x $k)"}, {R70, "(store m x (select m x))"}, {R70, "(store (store m x (select m x)) y x)"},
	{R70, "(= (store ((as const (Array (_ BitVec 2) (_ BitVec $w))) x) #b01 x) ((as const (Array (_ BitVec 2) (_ " +
		"BitVec $w))) $k))"},
}

// intGrid are the values that integers take.
var intGrid = func() (out []int64) {
	for i := int64(-20); i <= 20; i++ {
		out = append(out, i)
	}
	return out
}()

// upTo returns the numbers below n.
func upTo(n int64) (out []int64) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// hole is a variable or a literal of a pattern, with the values that it takes.
type hole struct {
	name string
	sort Sort
	vals []int64
	text bool // a literal: its value is inserted into the text
}

// holes returns the variables and literals that occur in the text, with all their values, or with selected values if
// there would be too many combinations. It returns nil if even then there are too many.
func holes(text string, w int) (out []hole) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("() ", r) })
	bv := BVSort(w)
	array := ArraySort(bv, bv)
	for _, h := range []hole{
		{"x", bv, upTo(1 << w), false}, {"y", bv, upTo(1 << w), false}, {"z", bv, upTo(1 << w), false},
		{"p", BoolSort, upTo(2), false}, {"q", BoolSort, upTo(2), false}, {"p1", BVSort(1), upTo(2), false},
		{"a", IntSort, intGrid, false}, {"b", IntSort, intGrid, false}, {"m", array, nil, false},
		{"$k", bv, upTo(1 << w), true}, {"$l", bv, upTo(1 << w), true},
		{"$K", IntSort, intGrid, true}, {"$L", IntSort, intGrid, true},
		{"$i", IntSort, upTo(int64(w)), true}, {"$j", IntSort, upTo(int64(w)), true},
	} {
		if !slices.Contains(words, h.name) {
			continue
		}
		if h.name == "m" {
			if w > 2 {
				return nil
			}
			h.vals = upTo(1 << (w << w))
		}
		out = append(out, h)
	}
	cases := func() int {
		n := 1
		for _, h := range out {
			n *= len(h.vals)
		}
		return n
	}
	limit := 1 << 16
	if strings.Contains(text, "$") {
		limit = 1 << 13
	}
	if cases() > limit {
		for i, h := range out {
			if h.text && h.sort == bv {
				top := int64(1) << w
				out[i].vals = []int64{0, 1, 2, top/2 - 1, top / 2, top/2 + 1, top - 2, top - 1, 0x55 & (top - 1)}
			} else if h.text && h.sort == IntSort {
				out[i].vals = []int64{-20, -6, -1, 0, 1, 3, 4, 5, 12}
			}
		}
	}
	if cases() > limit {
		for i, h := range out {
			if !h.text && h.sort == IntSort {
				out[i].vals = []int64{-20, -19, -13, -12, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 17, 20}
			}
		}
	}
	if cases() > 1<<16 {
		return nil
	}
	return out
}

// TestRules tests that each rule fires on its patterns and does not change values, for all widths up to 8.
func TestRules(t *testing.T) {
	covered := map[Rule]bool{R7: true, R71: true, R72: true} // tested below
	total := 0
	for _, p := range patterns {
		fired := false
		for w := 1; w <= 8; w++ {
			if !strings.ContainsAny(p.text, "xyz$") && w > 1 {
				break
			}
			hs := holes(p.text, w)
			if hs == nil {
				continue
			}
			f, n := tryPattern(t, p, w, hs)
			fired = fired || f
			total += n
		}
		if !fired {
			t.Errorf("R%d does not fire on %s", p.rule, p.text)
		}
		covered[p.rule] = true
	}
	for r := R1; r < ruleCount; r++ {
		if !covered[r] || ruleText[r] == "" {
			t.Errorf("R%d has no pattern or no text", r)
		}
	}
	t.Logf("%d cases", total)
}

// tryPattern inserts all combinations of literals into a pattern, and compares the terms with and without
// rewriting on all values of the variables. It reports whether the rule has fired, and the number of comparisons.
func tryPattern(t *testing.T, p pattern, w int, hs []hole) (fired bool, cases int) {
	text := strings.NewReplacer("$2w", fmt.Sprint(2*w), "$w", fmt.Sprint(w)).Replace(p.text)
	raw, c := New(), New()
	raw.raw = true
	var decls []Decl
	var vars []hole
	for _, h := range hs {
		if !h.text {
			decls = append(decls, Decl{Name: h.name, Sort: h.sort})
			vars = append(vars, h)
		}
	}
	env := map[string]*int64{}
	for _, h := range vars {
		env[h.name] = new(int64)
	}
	var values func(u, v *Term, f, g func() int64, vs []hole)
	values = func(u, v *Term, f, g func() int64, vs []hole) {
		if len(vs) == 0 {
			cases++
			if x, y := f(), g(); x != y {
				for n, v := range env {
					t.Logf("%s = %d", n, *v)
				}
				t.Fatalf("R%d, width %d: %v = %d, rewritten %v = %d", p.rule, w, u, x, v, y)
			}
			return
		}
		for _, x := range vs[0].vals {
			*env[vs[0].name] = x
			values(u, v, f, g, vs[1:])
		}
	}
	var fill func(text string, hs []hole)
	fill = func(text string, hs []hole) {
		for len(hs) > 0 && !hs[0].text {
			hs = hs[1:]
		}
		if len(hs) == 0 {
			u, err := raw.parse(text, decls)
			if err != nil {
				return // invalid, for example an extract of no bits
			}
			before := c.rules.fired[p.rule]
			v, err := c.parse(text, decls)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			fired = fired || c.rules.fired[p.rule] > before
			values(u, v, compile(u, env), compile(v, env), vars)
			return
		}
		h := hs[0]
		for _, x := range h.vals {
			s := fmt.Sprint(x)
			switch {
			case h.sort.Kind == BV:
				s = fmt.Sprintf("(_ bv%d %d)", x, w)
			case x < 0:
				s = fmt.Sprintf("(- %d)", -x)
			}
			fill(strings.ReplaceAll(text, h.name, s), hs[1:])
		}
	}
	fill(text, hs)
	return fired, cases
}
