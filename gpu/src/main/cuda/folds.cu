// The predefined folds on a CUDA device: into[i] = left[i] op right[i], for each operator of
// io.starling.runtime.ReductionOperator on each type that it supports.
//
// A kernel is named <operator>_<type>, as in sum_float32; FOR_ALL_FOLDS at the end lists them. Its
// blocks have 256 threads, its grid has any size. Addresses may have any alignment, and into may be
// the very range of left or right; bytes is a multiple of the type's size.
//
// The results are those of the folds on the CPU (Elements.java, PairElements.java), bit for bit
// save for the payload of NaNs. That takes -fmad=false: nothing may be fused.
//
// The same source compiles for the CPU, for tests: see src/test/native.

typedef unsigned long long Count;

/** The threads of a block. */
const Count THREADS = 256;

/** Loads of 16 bytes that a thread has in flight for each operand. */
const int VECTORS_IN_FLIGHT = 4;

// ---- Types ----

/** IEEE 754 binary16, computed as float. */
struct Float16 {
  unsigned short bits;

  Float16() = default;

#ifdef __CUDA_ARCH__
  __device__ explicit Float16(float value) {
    // The bits pass through a word: where only bytes of the half are stored, ptxas (12.6 to 13.0)
    // takes the lower one for the value converted to an integer of 8 bits.
    unsigned short half;
    unsigned word;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(value));
    asm("mov.b32 %0, {%1, %1};" : "=r"(word) : "h"(half));
    bits = (unsigned short)word;
  }

  __device__ operator float() const {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
  }
#else
  __device__ explicit Float16(float value) {
    _Float16 half = (_Float16)value;
    memcpy(&bits, &half, sizeof bits);
  }

  __device__ operator float() const {
    _Float16 half;
    memcpy(&half, &bits, sizeof bits);
    return (float)half;
  }
#endif
};

__device__ inline int bitsOf(float value) {
  int bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

__device__ inline long long bitsOf(double value) {
  long long bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/** The upper half of a binary32, computed as float. */
struct Bfloat16 {
  unsigned short bits;

  Bfloat16() = default;

  /** Rounds to nearest, ties to even; overflows to infinity; a NaN stays a NaN. */
  __device__ explicit Bfloat16(float value) {
    const unsigned whole = bitsOf(value);
    const unsigned odd = whole >> 16 & 1;
    const unsigned quiet = 0x40;
    bits = value != value ? whole >> 16 | quiet : (whole + 0x7FFF + odd) >> 16;
  }

  __device__ operator float() const {
    const unsigned whole = (unsigned)bits << 16;
    float value;
    memcpy(&value, &whole, sizeof value);
    return value;
  }
};

template <class Part>
struct Complex {
  Part real;
  Part imaginary;
};

/** A value and its index; 4 bytes of padding follow if the value has 8. */
template <class Part>
struct Pair {
  Part value;
  int index;
};

/** What a type is computed as: integers wrap around, which only unsigned ones may do in C++. */
template <class Value> struct Arithmetic { typedef Value Type; };
template <> struct Arithmetic<int> { typedef unsigned Type; };
template <> struct Arithmetic<long long> { typedef unsigned long long Type; };
template <> struct Arithmetic<Float16> { typedef float Type; };
template <> struct Arithmetic<Bfloat16> { typedef float Type; };

// ---- Operators: of(left, right) folds two elements ----

#define OPERATOR(Name, result)                              \
  template <class Type>                                     \
  struct Name {                                             \
    typedef Type Value;                                     \
    typedef typename Arithmetic<Type>::Type Number;         \
    static __device__ Value of(Value left, Value right) {   \
      return Value(result);                                 \
    }                                                       \
  };

OPERATOR(Sum, Number(left) + Number(right))
OPERATOR(Product, Number(left) * Number(right))
OPERATOR(Maximum, left > right ? left : right)
OPERATOR(Minimum, left < right ? left : right)
OPERATOR(LogicalAnd, left != 0 && right != 0)
OPERATOR(LogicalOr, left != 0 || right != 0)
OPERATOR(LogicalXor, (left != 0) != (right != 0))
OPERATOR(BitwiseAnd, left & right)
OPERATOR(BitwiseOr, left | right)
OPERATOR(BitwiseXor, left ^ right)

/** Whether the left is Java's Math.max of both: a NaN wins, and -0.0 is less than 0.0. */
template <class Number>
__device__ bool isMaximum(Number left, Number right) {
  return (left > right) | (left != left) | ((left == right) & (bitsOf(right) < 0));
}

/** Whether the left is Java's Math.min of both: a NaN wins, and -0.0 is less than 0.0. */
template <class Number>
__device__ bool isMinimum(Number left, Number right) {
  return (left < right) | (left != left) | ((left == right) & (bitsOf(left) < 0));
}

OPERATOR(FloatingMaximum, isMaximum(Number(left), Number(right)) ? left : right)
OPERATOR(FloatingMinimum, isMinimum(Number(left), Number(right)) ? left : right)

/** (a + bi)(c + di) = (ac - bd) + (ad + bc)i, without C's recovery of infinities. */
template <class Type>
struct ComplexProduct {
  typedef Type Value;

  static __device__ Value of(Value left, Value right) {
    Value result;
    result.real = left.real * right.real - left.imaginary * right.imaginary;
    result.imaginary = left.real * right.imaginary + left.imaginary * right.real;
    return result;
  }
};

/** An integer that is the greater, the better a value is; -0.0 is less than 0.0, a NaN the best. */
template <bool LARGER> __device__ int rank(int value) {
  return LARGER ? value : ~value;
}
template <bool LARGER> __device__ long long rank(long long value) {
  return LARGER ? value : ~value;
}
template <bool LARGER> __device__ int rank(float value) {
  const int order = bitsOf(value) ^ (bitsOf(value) >> 31 & 0x7FFFFFFF);
  return value != value ? 0x7FFFFFFF : rank<LARGER>(order);
}
template <bool LARGER> __device__ long long rank(double value) {
  const long long order = bitsOf(value) ^ (bitsOf(value) >> 63 & 0x7FFFFFFFFFFFFFFF);
  return value != value ? 0x7FFFFFFFFFFFFFFF : rank<LARGER>(order);
}

/** The better value with its index; the lower index where values are equal. */
template <class Type, bool LARGER>
struct Location {
  typedef Type Value;

  static __device__ Value of(Value left, Value right) {
    const bool better = rank<LARGER>(left.value) > rank<LARGER>(right.value);
    const bool equal = rank<LARGER>(left.value) == rank<LARGER>(right.value);
    const bool takesLeft = better | (equal & (left.index <= right.index));
    Value result;
    result.value = takesLeft ? left.value : right.value;
    result.index = takesLeft ? left.index : right.index;
    return result;
  }
};

template <class Type> struct MaximumLocation : Location<Type, true> {};
template <class Type> struct MinimumLocation : Location<Type, false> {};

// ---- Memory ----

/** Elements at multiples of their alignment. Padding is not written. */
struct Aligned {
  template <class Value>
  static __device__ Value get(const char* address) {
    return *reinterpret_cast<const Value*>(address);
  }

  template <class Value>
  static __device__ void put(char* address, Value value) {
    *reinterpret_cast<Value*>(address) = value;
  }

  template <class Part>
  static __device__ void put(char* address, Pair<Part> pair) {
    put(address, pair.value);
    put(address + sizeof(Part), pair.index);
  }
};

/** Elements anywhere, byte by byte. Padding is not written. */
struct Unaligned {
  template <class Value>
  static __device__ Value get(const char* address) {
    Value value;
    memcpy(&value, address, sizeof value);
    return value;
  }

  template <class Value>
  static __device__ void put(char* address, Value value) {
    memcpy(address, &value, sizeof value);
  }

  template <class Part>
  static __device__ void put(char* address, Pair<Part> pair) {
    put(address, pair.value);
    put(address + sizeof(Part), pair.index);
  }
};

/** 16 bytes of elements at a multiple of 16: one load, and one store where there is no padding. */
template <class Value>
struct Vector {
  static const int LENGTH = sizeof(uint4) / sizeof(Value);

  Value elements[LENGTH];

  __device__ Vector() {}

  __device__ explicit Vector(const char* address) {
    const uint4 words = *reinterpret_cast<const uint4*>(address);
    memcpy(elements, &words, sizeof words);
  }

  __device__ void store(char* address) const { store(address, elements[0]); }

 private:
  template <class Any>
  __device__ void store(char* address, Any) const {
    uint4 words;
    memcpy(&words, elements, sizeof words);
    *reinterpret_cast<uint4*>(address) = words;
  }

  __device__ void store(char* address, Pair<long long> pair) const { Aligned::put(address, pair); }
  __device__ void store(char* address, Pair<double> pair) const { Aligned::put(address, pair); }
};

// ---- Loops ----

/** The operands and the result of a kernel, and which of all its threads this one is. */
struct Work {
  const char* left;
  const char* right;
  char* into;
  Count thread;
  Count threads;
};

/** Folds the elements from the first up to the end, one after the other. */
template <class Operator, class Access>
__device__ void foldElements(const Work& work, Count first, Count end) {
  typedef typename Operator::Value Value;
  for (Count element = first + work.thread; element < end; element += work.threads) {
    const Count at = element * sizeof(Value);
    const Value left = Access::template get<Value>(work.left + at);
    const Value right = Access::template get<Value>(work.right + at);
    Access::put(work.into + at, Operator::of(left, right));
  }
}

/**
 * Folds so many vectors, neighbours of this block's threads apart. All are loaded before the first
 * is stored: that many loads in flight hide the latency of memory.
 */
template <class Operator, int IN_FLIGHT>
__device__ void foldVectorsAt(const Work& work, Count offset) {
  typedef Vector<typename Operator::Value> Elements;
  const Count apart = THREADS * sizeof(uint4);
  Elements left[IN_FLIGHT];
  Elements right[IN_FLIGHT];
#pragma unroll
  for (int vector = 0; vector < IN_FLIGHT; vector++) {
    left[vector] = Elements(work.left + offset + vector * apart);
    right[vector] = Elements(work.right + offset + vector * apart);
  }
#pragma unroll
  for (int vector = 0; vector < IN_FLIGHT; vector++) {
#pragma unroll
    for (int element = 0; element < Elements::LENGTH; element++) {
      left[vector].elements[element] =
          Operator::of(left[vector].elements[element], right[vector].elements[element]);
    }
    left[vector].store(work.into + offset + vector * apart);
  }
}

/** Folds the vectors from an offset on: tiles of VECTORS_IN_FLIGHT a thread, then the rest. */
template <class Operator>
__device__ void foldVectors(const Work& work, Count offset, Count vectors) {
  const Count perTile = VECTORS_IN_FLIGHT * THREADS;
  const Count tiles = vectors / perTile;
  for (Count tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const Count vector = tile * perTile + threadIdx.x;
    foldVectorsAt<Operator, VECTORS_IN_FLIGHT>(work, offset + vector * sizeof(uint4));
  }
  for (Count vector = tiles * perTile + work.thread; vector < vectors; vector += work.threads) {
    foldVectorsAt<Operator, 1>(work, offset + vector * sizeof(uint4));
  }
}

/** Vectors between a head and a tail of elements where addresses allow it, else only elements. */
template <class Operator>
__device__ void fold(const void* left, const void* right, void* into, Count bytes) {
  typedef typename Operator::Value Value;
  const Count size = sizeof(Value);
  const Count elements = bytes / size;
  const Count place = reinterpret_cast<Count>(into);
  const Count apart =
      (reinterpret_cast<Count>(left) ^ place) | (reinterpret_cast<Count>(right) ^ place);
  const Work work = {
      static_cast<const char*>(left),
      static_cast<const char*>(right),
      static_cast<char*>(into),
      blockIdx.x * THREADS + threadIdx.x,
      gridDim.x * THREADS};
  if (apart % sizeof(uint4) == 0 && place % size == 0) {
    const Count toVector = -place % sizeof(uint4) / size;
    const Count head = toVector < elements ? toVector : elements;
    const Count vectors = (elements - head) * size / sizeof(uint4);
    const Count tail = head + vectors * sizeof(uint4) / size;
    foldElements<Operator, Aligned>(work, 0, head);
    foldVectors<Operator>(work, head * size, vectors);
    foldElements<Operator, Aligned>(work, tail, elements);
  } else if ((apart | place) % alignof(Value) == 0) {
    foldElements<Operator, Aligned>(work, 0, elements);
  } else {
    foldElements<Operator, Unaligned>(work, 0, elements);
  }
}

// ---- Kernels ----

#define FOR_INTEGERS(DO, name, Operator)   \
  DO(name, int8, Operator<signed char>)    \
  DO(name, uint8, Operator<unsigned char>) \
  DO(name, int16, Operator<short>)         \
  DO(name, int32, Operator<int>)           \
  DO(name, int64, Operator<long long>)

#define FOR_FLOATING(DO, name, Operator)   \
  DO(name, float16, Operator<Float16>)     \
  DO(name, bfloat16, Operator<Bfloat16>)   \
  DO(name, float32, Operator<float>)       \
  DO(name, float64, Operator<double>)

#define FOR_PAIRS(DO, name, Operator)                 \
  DO(name, int32_index, Operator<Pair<int> >)         \
  DO(name, int64_index, Operator<Pair<long long> >)   \
  DO(name, float32_index, Operator<Pair<float> >)     \
  DO(name, float64_index, Operator<Pair<double> >)

/** DO(operator, type, Operator) for every kernel. To sum complex numbers is to sum their parts. */
#define FOR_ALL_FOLDS(DO)                                 \
  FOR_INTEGERS(DO, max, Maximum)                          \
  FOR_FLOATING(DO, max, FloatingMaximum)                  \
  FOR_INTEGERS(DO, min, Minimum)                          \
  FOR_FLOATING(DO, min, FloatingMinimum)                  \
  FOR_INTEGERS(DO, sum, Sum)                              \
  FOR_FLOATING(DO, sum, Sum)                              \
  DO(sum, complex64, Sum<float>)                          \
  DO(sum, complex128, Sum<double>)                        \
  FOR_INTEGERS(DO, prod, Product)                         \
  FOR_FLOATING(DO, prod, Product)                         \
  DO(prod, complex64, ComplexProduct<Complex<float> >)    \
  DO(prod, complex128, ComplexProduct<Complex<double> >)  \
  FOR_INTEGERS(DO, land, LogicalAnd)                      \
  FOR_INTEGERS(DO, band, BitwiseAnd)                      \
  FOR_INTEGERS(DO, lor, LogicalOr)                        \
  FOR_INTEGERS(DO, bor, BitwiseOr)                        \
  FOR_INTEGERS(DO, lxor, LogicalXor)                      \
  FOR_INTEGERS(DO, bxor, BitwiseXor)                      \
  FOR_PAIRS(DO, maxloc, MaximumLocation)                  \
  FOR_PAIRS(DO, minloc, MinimumLocation)

#define KERNEL(name, type, ...)                                                  \
  extern "C" __global__ void __launch_bounds__(THREADS) name##_##type(           \
      const void* left, const void* right, void* into, Count bytes) {            \
    fold<__VA_ARGS__>(left, right, into, bytes);                                 \
  }

FOR_ALL_FOLDS(KERNEL)
