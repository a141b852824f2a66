package automata

import (
	"fmt"
	"math/rand"
	"testing"
)

// program returns an automaton that resembles the automaton of a program: most states have one or two moves with
// letters of their own, and many moves lead back. Each class of equivalent states has four states.
func program(n, moves int) *Automaton[int] {
	rng := rand.New(rand.NewSource(1))
	letters := make([]int, n/16)
	for i := range letters {
		letters[i] = i
	}
	b := NewBuilder(NewAlphabet(letters...))
	for i := range n {
		b.State(i == 0, i%1000 >= 996)
	}
	m := n / 4
	for i := range m {
		used := map[int]bool{}
		for k := range moves {
			to := (i + 1) % m
			if k > 0 {
				to = rng.Intn(m)
			}
			letter := rng.Intn(n / 16)
			for used[letter] {
				letter = rng.Intn(n / 16)
			}
			used[letter] = true
			for c := range 4 {
				b.Move(4*i+c, letter, 4*to+rng.Intn(4))
			}
		}
	}
	return b.Build()
}

// BenchmarkMinimise measures Minimise. The goal is 10^6 moves per second, and 10^5 states in half a second.
func BenchmarkMinimise(b *testing.B) {
	for _, n := range []int{1000, 100000} {
		for _, moves := range []int{2, 10} {
			b.Run(fmt.Sprint(n, "x", moves), func(b *testing.B) {
				a := program(n, moves)
				b.ReportAllocs()
				for b.Loop() {
					Minimise(a, nil)
				}
				b.ReportMetric(float64(a.Size()*b.N)/b.Elapsed().Seconds(), "moves/s")
			})
		}
	}
}

// BenchmarkSubtract measures Subtract on automata of this size, with minimisation of the difference.
func BenchmarkSubtract(b *testing.B) {
	for _, n := range []int{1000, 100000} {
		for _, moves := range []int{2, 10} {
			a := program(n/4, moves)    // paired with the states of d: up to n pairs
			d := NewBuilder(a.Alphabet) // accepts the words with a 0, a later 1, and a still later 2
			for i := range 4 {
				d.State(i == 0, i == 3)
			}
			for s := range 4 {
				for l := range a.Alphabet.Len() {
					to := s
					if l == s && s < 3 {
						to = s + 1
					}
					d.Move(s, l, to)
				}
			}
			data := d.Build()
			b.Run(fmt.Sprint(n, "x", moves), func(b *testing.B) {
				b.ReportAllocs()
				size := 0
				for b.Loop() {
					p, _ := Subtract(a, plain[int]{data, everything(data)})
					size += p.Size()
				}
				b.ReportMetric(float64(size)/b.Elapsed().Seconds(), "moves/s")
			})
			b.Run(fmt.Sprint("minimised", n, "x", moves), func(b *testing.B) {
				size := 0
				for b.Loop() {
					p, _ := Subtract(a, plain[int]{data, everything(data)})
					Minimise(p.Automaton, nil)
					size += p.Size()
				}
				b.ReportMetric(float64(size)/b.Elapsed().Seconds(), "moves/s")
			})
		}
	}
}
